"""Games at a table, in a terminal or a browser: commands, the state of the table, opponents, and the seats' views."""
