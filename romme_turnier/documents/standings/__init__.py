"""Releases of the standings on paper, further rankings, charts."""
