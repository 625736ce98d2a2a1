"""Printouts, saved tables, signed archives, the page that checks papers and archives, and pictures to share."""
