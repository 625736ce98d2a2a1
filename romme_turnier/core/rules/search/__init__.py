"""Searches exhaustively for the best melds of a hand and the best rearrangement of a table."""
