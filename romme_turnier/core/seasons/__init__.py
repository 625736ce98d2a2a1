"""Rankings over the events of a season: formulas as data, exact arithmetic."""
