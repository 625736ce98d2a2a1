"""Ranks, rankings, releases and play-offs of an event, and their wording."""
