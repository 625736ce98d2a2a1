"""Playing and replaying games in a terminal: no server, no database."""
