"""Games of Rommé at a table in the browser: the stored moves, the resulting state, and the texts about it."""
