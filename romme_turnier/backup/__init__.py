"""Backups of the whole database: made by a clock and after each series, verified, kept and restored.

A backup holds all data, including accounts, but not the settings of the machine: the secret key, `.env`, and the stick
chosen for backups.
"""
