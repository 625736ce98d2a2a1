"""Exhaustive searches: the best melding of a hand, rearranging a table."""
