"""Whole events played by chance, and an independent look at whether what is stored afterwards is true."""
