"""Series that are played in the browser: their tables, whose games fill the lists, and what officials order there."""
