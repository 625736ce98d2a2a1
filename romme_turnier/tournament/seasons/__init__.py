"""Seasons: dates, club evenings, rankings by formulas, and their editions."""
