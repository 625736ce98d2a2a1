"""The members of an organiser: the list, single memberships, and the import of a list."""
