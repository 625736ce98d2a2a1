"""Judges sets, runs, openings, cards laid off and the taking of jokers."""
