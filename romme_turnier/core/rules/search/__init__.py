"""Searches exhaustively for melds and openings of a hand, cards that extend melds, and rearrangements of a table."""
