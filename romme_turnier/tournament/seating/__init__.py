"""Seating (§ 2.1): draws by the program or with cards, by rank or from a file; repairs; closing a series."""
