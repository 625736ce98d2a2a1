"""Practice problems: new ones every day, the same for all visitors."""
