"""The register of players and clubs: doubles, and who is banned."""
