"""Money: ledger, entry fees, fines, prizes, the cash count."""
