"""Rommé in the browser: anyone with a table's link may join or watch, and the program can play as an opponent."""
