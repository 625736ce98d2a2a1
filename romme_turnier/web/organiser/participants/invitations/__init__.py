"""Invitations to a closed event."""
