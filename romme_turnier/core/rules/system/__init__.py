"""Cards and their words, rule systems with options, clauses, codes and criteria, and cases from the sources."""
