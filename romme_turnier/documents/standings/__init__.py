"""Releases of the standings on paper, further rankings, charts, result slips, and what the prize-giving needs."""
