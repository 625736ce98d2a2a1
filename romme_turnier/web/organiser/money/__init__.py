"""The cash desk: fees, fines, stakes, ledger, prize plan, prizes, and the end of the day."""
