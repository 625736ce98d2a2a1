"""Lists as files: CSV, XLSX and ODS from outside, read within bounds."""
