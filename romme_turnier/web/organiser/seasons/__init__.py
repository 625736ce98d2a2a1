"""Seasons: dates, club evenings, rankings, championships, leagues, papers, names, and the end of a season."""
