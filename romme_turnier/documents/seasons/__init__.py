"""Papers of a season: the poster of its table, and certificates."""
