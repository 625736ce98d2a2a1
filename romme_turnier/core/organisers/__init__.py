"""Federations, associations and clubs: the hierarchy in their numbers."""
