"""Ranks players and teams from the results of their lists (§ 1.5)."""
