"""Participants: registration, front desk, check-in, waiting list, teams, substitutes."""
