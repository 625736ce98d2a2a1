"""Cards, options of a rule system and what is wrong at the table, in words."""
