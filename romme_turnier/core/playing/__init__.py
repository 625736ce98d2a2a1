"""Games at a table, in a terminal or a browser: commands, the table they act upon, opponents, what each seat sees."""
