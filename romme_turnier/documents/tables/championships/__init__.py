"""Tables of the championships and leagues of a season."""
