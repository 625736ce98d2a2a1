"""The models of publishing on a hosted program."""
