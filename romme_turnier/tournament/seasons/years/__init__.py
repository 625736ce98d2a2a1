"""The results of a player over all events and seasons, and the player's page about them."""
