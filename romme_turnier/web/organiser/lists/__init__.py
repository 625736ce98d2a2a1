"""The lists of a series: overview, entry, phones at tables, hand-in, checking, corrections, notices and records."""
