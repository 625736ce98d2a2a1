"""Disputes, from the call to the decision."""
