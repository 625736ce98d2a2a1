"""Money: fines, shares to the cent, prizes, account numbers."""
