"""The money of events: ledger, cash box, entry fees, fines, stakes and their settlement, prizes."""
