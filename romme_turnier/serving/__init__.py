"""Serving the program: preparing the database, the server's settings, and the command `romme-turnier`."""
