"""Notices of corrections to the players."""
