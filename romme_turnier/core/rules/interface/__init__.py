"""Reads and answers other programs' questions to the rules engine, as values that JSON can represent."""
