"""Games of Rommé at a table in the browser: the stored moves, the state that results from them, its German text."""
