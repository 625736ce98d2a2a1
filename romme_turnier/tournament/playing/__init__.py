"""Games of Rommé at a table in the browser: what was done at it is stored, all else follows; what it says in German."""
