"""The announcement of an event: one form in parts, which marks unusual values."""
