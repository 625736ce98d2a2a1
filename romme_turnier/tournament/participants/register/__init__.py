"""The register of players and clubs, which outlives events: duplicates, merging, bans."""
