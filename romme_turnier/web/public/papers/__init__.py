"""Checking the codes of papers: with the server, and by a saved page without it."""
