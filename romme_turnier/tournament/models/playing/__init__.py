"""Games of Rommé at a table in the browser: the tables, and what was done at them."""
