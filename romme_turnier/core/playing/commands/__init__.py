"""The players' commands: their words, parsing and formatting."""
