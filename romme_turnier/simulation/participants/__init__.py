"""The people of a simulated event: players from registration to check-in, members, officials, and typists of lists."""
