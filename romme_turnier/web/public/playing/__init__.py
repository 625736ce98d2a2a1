"""Rommé in the browser: a table opens with a link, seats people and computer opponents, and admits spectators."""
