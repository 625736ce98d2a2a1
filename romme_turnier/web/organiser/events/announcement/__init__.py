"""The announcement of an event: one form in parts, and what of it is not as usual."""
