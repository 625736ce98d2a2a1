"""Questions of other programs: JSON lines in, answers out."""
