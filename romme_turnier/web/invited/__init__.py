"""The pages of the links that officials hand out."""
