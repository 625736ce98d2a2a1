"""The announcement of an event: one form in several parts, which marks unusual values."""
