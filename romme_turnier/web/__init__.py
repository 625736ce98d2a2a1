"""Pages, one folder for each audience."""
