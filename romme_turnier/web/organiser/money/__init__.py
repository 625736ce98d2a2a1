"""The cash desk: fees, fines, ledger, prizes, the end of the day."""
