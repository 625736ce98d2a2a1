"""Serves the program: prepares the database, runs the server, and provides the command `romme-turnier`."""
