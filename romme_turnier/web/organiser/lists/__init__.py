"""The lists of a series: overview, entry, second reading, phones, hand-in, checks, corrections, notices and records."""
