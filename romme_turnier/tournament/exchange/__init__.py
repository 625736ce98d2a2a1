"""In and out: the event file, lists of participants, integrity, the demo event."""
