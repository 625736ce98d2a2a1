"""Printouts and saved files: PDF, CSV, XLSX."""
