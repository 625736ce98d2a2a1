"""Seasons: their dates, club evenings, rankings, championships and leagues."""
