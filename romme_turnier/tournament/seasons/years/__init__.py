"""A player over all events and seasons."""
