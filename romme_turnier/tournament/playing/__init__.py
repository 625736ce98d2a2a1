"""Games at a table: in a terminal, in the browser."""
