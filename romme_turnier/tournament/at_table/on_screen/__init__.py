"""Series played in the browser: their tables, whose games fill the lists, and officials' orders and views of games."""
