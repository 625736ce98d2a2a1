"""The possible results of a reported game."""
