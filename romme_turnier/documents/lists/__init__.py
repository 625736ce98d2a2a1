"""The lists on paper, blank or filled, and related papers."""
