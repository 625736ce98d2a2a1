"""Tables of seasons."""
