"""Whole events played at random, and independent checks of what is stored afterwards."""
