"""Import and export: the event file, lists of participants, the check of integrity, seals, the demo event."""
