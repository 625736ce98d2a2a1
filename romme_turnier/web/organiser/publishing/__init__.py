"""Packages of events and seasons, made on the laptop and accepted on a hosted program."""
