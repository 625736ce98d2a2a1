"""Packages of events: made on the laptop, accepted on a hosted program."""
