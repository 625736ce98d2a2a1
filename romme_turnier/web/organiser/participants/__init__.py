"""Participants: registration, front desk, check-in, teams, leaving."""
