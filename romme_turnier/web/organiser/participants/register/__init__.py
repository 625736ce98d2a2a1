"""The register of players and clubs: search, duplicates, bans, erasure, and the data about a person."""
