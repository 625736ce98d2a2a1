"""Cards, options, contracts, examples and scoring points of rule systems, violations, and cited sections, as text."""
