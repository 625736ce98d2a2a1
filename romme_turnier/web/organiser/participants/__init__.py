"""People: registering, desk, check-in, teams, leaving."""
