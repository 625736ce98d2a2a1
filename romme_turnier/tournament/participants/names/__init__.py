"""The uses of players' names and pictures, and the players' consents to them."""
