"""The print page."""
