"""Players' consents to the use of their names and pictures."""
