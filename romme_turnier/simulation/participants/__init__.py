"""The people of a simulated event: registration, check-in and absence."""
