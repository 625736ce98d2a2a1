"""Cards, and rule systems as frozen data: the permissions, counts and orders of each."""
