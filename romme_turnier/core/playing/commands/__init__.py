"""The commands of players: their words, parsing and formatting."""
