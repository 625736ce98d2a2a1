"""Taking in what a table hands over."""
