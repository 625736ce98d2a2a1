"""Participants: front desk, import, steps for all, invitations, teams, waiting list, leaving, and the register."""
