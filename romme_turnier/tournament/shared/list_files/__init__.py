"""Reads lists from uploaded files (CSV, XLSX and ODS) within fixed limits."""
