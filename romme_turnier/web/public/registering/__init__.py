"""Self-registration, and the page at its link."""
