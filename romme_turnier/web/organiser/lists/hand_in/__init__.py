"""The hand-in of a table."""
