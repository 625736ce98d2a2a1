"""The register of players and clubs: duplicates, and who is banned."""
