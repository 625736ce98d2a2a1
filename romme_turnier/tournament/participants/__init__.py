"""Participants: registration, front desk, check-in, waiting list, teams, members, and the register of people."""
