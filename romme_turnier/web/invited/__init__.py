"""The pages behind the links that officials hand out."""
