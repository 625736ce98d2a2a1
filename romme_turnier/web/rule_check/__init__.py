"""Regel-Check: a page for everyone that asks the rules engine about typed or tapped cards."""
