"""The pages behind the links that officials give out."""
