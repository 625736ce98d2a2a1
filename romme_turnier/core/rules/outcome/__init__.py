"""Decides which results of games are possible, and adds up sheets and matches."""
