"""The rulebook: each rule system clause by clause, and the facts in the rules engine's data."""
