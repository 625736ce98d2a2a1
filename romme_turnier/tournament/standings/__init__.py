"""Standings, other rankings, releases and play-offs of an event; also their wording, charts and lasting pages."""
