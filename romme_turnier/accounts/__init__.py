"""Users and sign-in."""
