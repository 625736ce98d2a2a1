"""Turns HTML into PDF: one tagged document, or a batch for the printer."""
