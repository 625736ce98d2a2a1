"""Pages for players, spectators and walls, and the files, feeds and API for other programs."""
