"""The standings as they were released: pages, further rankings, and where one player stands in them."""
