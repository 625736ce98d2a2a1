"""The hand-in of lists."""
