"""Later changes of a list: corrections and decisions with their preview, and its history."""
