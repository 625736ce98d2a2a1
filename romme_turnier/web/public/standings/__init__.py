"""Released standings: pages, further rankings, and the position of a player."""
