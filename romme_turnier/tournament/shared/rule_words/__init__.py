"""Cards, options of a rule system and violations at the table, as text."""
