"""Codes on printed papers: the figures of a paper, signed by its organiser, as a string of digits."""
