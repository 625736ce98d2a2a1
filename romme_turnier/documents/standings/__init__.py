"""Releases of the standings on paper, further rankings, charts, result slips, and papers for the prize-giving."""
