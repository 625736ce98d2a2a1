"""Money: typed amounts, fines, shares to the cent, prizes, settlements, account numbers."""
