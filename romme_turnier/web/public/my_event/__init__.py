"""“Mein Turnier”: what one player asks on the day, behind the code of the start card."""
