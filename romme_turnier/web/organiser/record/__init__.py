"""The log of an event, and of the register (Protokoll)."""
