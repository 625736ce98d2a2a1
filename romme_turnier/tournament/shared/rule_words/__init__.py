"""Cards, options and scoring points of a rule system, violations at the table, and cited sections, as text."""
