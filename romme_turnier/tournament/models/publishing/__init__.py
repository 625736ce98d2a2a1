"""Publishing on a hosted program."""
