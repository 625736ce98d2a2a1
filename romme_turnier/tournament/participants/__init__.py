"""Who takes part: registering, desk, check-in, waiting list, teams, substitutes."""
