"""Backups of the whole database: made on a schedule and after each series, verified, copied, pruned and restored.

The package also detects a damaged SQLite database, and copies all data into an empty database of either kind.

A backup holds all data, including accounts, but not the machine's own settings: the secret key, `.env`, and the choice
of a USB stick for backups.
"""
