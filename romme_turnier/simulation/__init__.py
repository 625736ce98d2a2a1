"""Whole events played at random, and independent checks of the rows stored afterwards."""
