"""Seasons: their dates, club evenings, rankings and editions."""
