"""Seating (§ 2.1): draws by lot, with cards, by rank or from a file; changes and repairs; the states of a series."""
