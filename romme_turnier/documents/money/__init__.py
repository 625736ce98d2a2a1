"""Papers of the cash desk: cash report, chart of fees and fines, prize list, settlement and receipts."""
