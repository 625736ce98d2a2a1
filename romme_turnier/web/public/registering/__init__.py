"""Self-registration, and the page at a registration's personal link."""
