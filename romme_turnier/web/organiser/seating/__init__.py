"""The tables of a series: draws, cards, repairs, closing."""
