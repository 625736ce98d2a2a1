"""Cash report, prize list, receipts."""
