"""Cards, and rule systems as frozen data: what each allows, counts and orders."""
