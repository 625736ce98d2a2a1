"""What is printed or saved: PDF, CSV, XLSX."""
