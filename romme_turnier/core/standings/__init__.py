"""Ranks players and teams from their totals (§ 1.5)."""
