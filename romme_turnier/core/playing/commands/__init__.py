"""Commands: their words, how they are read and written."""
