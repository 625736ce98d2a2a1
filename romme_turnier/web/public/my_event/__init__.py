"""“Mein Turnier”: a player's page on the day of the event, opened with the code of the start card."""
