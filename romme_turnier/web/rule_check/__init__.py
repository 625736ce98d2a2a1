"""Regel-Check: what the rules engine says about cards that somebody types or taps, for everybody."""
