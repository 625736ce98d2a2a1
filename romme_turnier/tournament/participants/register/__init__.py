"""The register of players and clubs, shared by all events: duplicates, merging, erasing, bans."""
