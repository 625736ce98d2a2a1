"""Games at a table, in a terminal or a browser: commands, officials' orders, the table, its opponents and views."""
