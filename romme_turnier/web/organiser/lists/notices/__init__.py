"""Notices to players about corrections."""
