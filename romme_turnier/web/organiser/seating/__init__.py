"""The tables of a series: draws, cards, other ways of seating, swaps, repairs, release and closing."""
