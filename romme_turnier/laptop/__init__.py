"""Runs the program on a club's laptop without a terminal: started by a double click, with a window."""
