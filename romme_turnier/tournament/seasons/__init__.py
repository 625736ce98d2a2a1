"""Seasons: their dates, club evenings, rankings, editions and competitions, their end, and the years of a player."""
