"""“Mein Turnier”: the page of one player on the day, opened with the code of the start card."""
