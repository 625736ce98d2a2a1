"""Tables for pages, phones, papers and files (CSV, XLSX, ODS, JSON), each declared once."""
