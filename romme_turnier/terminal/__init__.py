"""Plays and replays games in a terminal, without a server or a database."""
