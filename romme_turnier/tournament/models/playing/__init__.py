"""Rommé tables in the browser, their moves and visits, and the records of games."""
