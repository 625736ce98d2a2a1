"""Games of Rommé at a table in the browser: the stored moves, the state that follows from them, its German text."""
