"""Series played in the browser: their tables, whose games fill the lists, and orders of officials."""
