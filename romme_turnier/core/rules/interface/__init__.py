"""Answers other programs' questions: JSON lines in, JSON lines out."""
