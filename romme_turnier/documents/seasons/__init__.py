"""Papers of a season, its leagues and its honours, and the renewal of its outdated tables."""
