"""The rules to read: clause by clause in own words, and what the rules engine's data says of each system."""
