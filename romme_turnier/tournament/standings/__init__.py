"""Standings, other rankings, releases and play-offs of an event, their wording, charts, results and lasting pages."""
