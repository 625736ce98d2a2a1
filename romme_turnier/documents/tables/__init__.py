"""Tables for pages, phones, papers and files (CSV, XLSX), each declared once."""
