"""Cash report, chart of fees and fines, prize list, receipts."""
