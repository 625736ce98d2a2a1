"""Backups of the whole database: they are made on a schedule and after each series, verified, pruned and restored.

A backup holds all data, including accounts, but not the machine's own settings: the secret key, `.env`, and the stick
chosen for backups.
"""
