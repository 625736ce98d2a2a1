"""Judging one case: sets, runs, laying off, the opening."""
