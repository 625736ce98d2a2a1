"""Members of organisers."""
