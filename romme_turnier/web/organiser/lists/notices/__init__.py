"""Who still has to be told of a correction."""
