"""Printouts, saved tables, signed archives and pictures to share."""
