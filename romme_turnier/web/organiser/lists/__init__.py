"""The lists of a series: entry, overview, checking."""
