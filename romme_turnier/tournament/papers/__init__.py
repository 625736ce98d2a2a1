"""Codes on issued papers: their contents from stored rows, and the check of a code against these rows."""
