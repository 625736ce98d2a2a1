"""Games of Rommé at a table in the browser: opened with a link, people and opponents mixed, others look on."""
