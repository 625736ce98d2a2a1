"""Participants: registration, front desk, import, invitations, teams, leaving, and the register of people."""
