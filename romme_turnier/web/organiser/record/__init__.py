"""The logs of an event and of the register (Protokoll)."""
