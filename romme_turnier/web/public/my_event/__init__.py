"""“Mein Turnier”, a player's page on the day, opened with the start card's code, and the lasting page afterwards."""
