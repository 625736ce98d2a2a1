"""Cards, rule systems as frozen data with their options and clauses, and cases and consequences from the sources."""
