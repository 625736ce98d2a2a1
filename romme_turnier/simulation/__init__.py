"""Plays whole random events and seasons, and checks the stored rows independently."""
