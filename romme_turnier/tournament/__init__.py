"""The stored facts of tournaments, and the rights to change them."""
