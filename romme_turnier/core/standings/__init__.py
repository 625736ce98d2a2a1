"""From totals to ranks (§ 1.5)."""
