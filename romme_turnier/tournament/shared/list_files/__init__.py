"""Reads lists from pasted texts and uploaded files (CSV, XLSX and ODS), within fixed limits."""
