"""Lists as files: CSV and XLSX from outside, read within bounds."""
