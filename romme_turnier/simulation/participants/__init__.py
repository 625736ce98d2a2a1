"""The people of a simulated event: players from registration to check-in, their consents, and officials."""
