"""Code for all subjects of a tournament."""
