"""Tables of an event for other programs: CSV and XLSX, for officials, with full names."""
