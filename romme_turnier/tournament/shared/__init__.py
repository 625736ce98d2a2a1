"""Code shared by all subjects of a tournament."""
