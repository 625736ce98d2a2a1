"""What changes a list afterwards: corrections and decisions with their preview, and its history."""
