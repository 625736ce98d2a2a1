"""Games of Rommé at a table in the browser: the tables, and the acts at them."""
