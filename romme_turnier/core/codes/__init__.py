"""Codes on issued papers: the figures of a paper with the signature of its organiser, as a row of digits."""
