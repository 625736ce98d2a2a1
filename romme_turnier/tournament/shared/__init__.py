"""Code that all subjects of `tournament` share."""
