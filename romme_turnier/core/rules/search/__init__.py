"""The best melding of a hand, rearranging a table: every case searched."""
