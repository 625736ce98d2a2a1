"""Plays whole random events, seasons and competitions, and checks the stored rows independently."""
