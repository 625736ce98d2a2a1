"""The register of players and clubs, shared by all events.

It covers lookup, officials' rights, duplicates, merges and their proposals, erasing, bans, and the file about a person.
"""
