"""Federations, associations and clubs: the hierarchy in their numbers, and the addresses of their events."""
