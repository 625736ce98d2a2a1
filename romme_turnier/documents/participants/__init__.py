"""The registration list, and start cards."""
