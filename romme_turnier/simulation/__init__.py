"""Plays whole random events, and checks the stored rows independently."""
