"""Standings, their releases, and play-offs."""
