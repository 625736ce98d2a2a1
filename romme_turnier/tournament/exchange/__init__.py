"""Import and export: the event file, lists of participants, integrity, the demo event."""
