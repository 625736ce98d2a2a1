"""A table keeps its list on a phone: getting in, writing, confirming."""
