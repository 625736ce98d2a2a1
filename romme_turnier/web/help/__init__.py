"""The handbook, the rules look-up, and the program's status."""
