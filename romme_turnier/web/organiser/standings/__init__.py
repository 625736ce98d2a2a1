"""Standings, releases, play-offs."""
