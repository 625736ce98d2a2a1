"""The handbook, the rules look-up, and what runs."""
