"""Self-registration, and the page behind its link."""
