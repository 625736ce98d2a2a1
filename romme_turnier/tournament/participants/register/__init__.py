"""The register of players and clubs, shared by all events.

This package has lookup, rights, duplicates, merges and proposals to merge, erasing, bans, and the file about a person.
"""
