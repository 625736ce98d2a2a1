"""Runs the program on a club's laptop without a terminal, in a window that a double click opens."""
