"""The hall screen (Leinwand): boards split into pages that fit, readable from ten metres."""
