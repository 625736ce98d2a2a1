"""Participants: registering, front desk, check-in, waiting list, teams, substitutes."""
