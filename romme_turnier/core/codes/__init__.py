"""Codes on printed papers (figures, signed by the organiser, as a string of digits), and signed packages of data."""
