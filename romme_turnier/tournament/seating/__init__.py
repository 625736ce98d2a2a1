"""Seating (§ 2.1): draws, cards, seating by rank and from a file, repairs; opening and closing a series."""
