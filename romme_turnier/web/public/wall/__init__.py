"""The screen of the hall (Leinwand): boards that page themselves to fit, read from ten metres."""
