"""Backups of the whole database: made on a schedule and after each series, verified, kept and restored.

A backup holds all data, including accounts, but not the machine's own settings: the secret key, `.env`, and the stick
chosen for backups.
"""
