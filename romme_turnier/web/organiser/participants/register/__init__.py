"""The register of players and clubs: duplicates and bans."""
