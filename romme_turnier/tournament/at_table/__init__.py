"""A table keeps its list on a phone: who gets in, who writes, who confirms."""
