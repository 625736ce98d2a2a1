"""Cards, and rule systems as frozen data."""
