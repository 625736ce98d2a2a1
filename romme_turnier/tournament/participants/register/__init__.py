"""The register of players and clubs, shared by all events: lookup, duplicates, merging, erasing, bans."""
