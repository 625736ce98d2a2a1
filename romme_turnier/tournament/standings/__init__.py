"""Ranks, rankings, releases and play-offs of an event, and how they are said."""
