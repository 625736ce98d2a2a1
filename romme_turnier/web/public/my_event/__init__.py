"""“Mein Turnier”, a player's page on the day, opened with the code of the start card; the lasting page afterwards."""
