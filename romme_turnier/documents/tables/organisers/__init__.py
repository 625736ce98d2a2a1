"""Tables of organisers."""
