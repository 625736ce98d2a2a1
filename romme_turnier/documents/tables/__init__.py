"""The day as tables for other programs: CSV and XLSX, for officials, with full names."""
