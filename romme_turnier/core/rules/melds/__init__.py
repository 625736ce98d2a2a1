"""Judges sets, runs, cards laid off and openings."""
