"""Later changes to a list: corrections and decisions with their previews, and the history."""
