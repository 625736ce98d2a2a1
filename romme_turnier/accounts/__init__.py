"""Accounts of officials: first visit, restoring a backup, sign-in with its limits, and fields for names."""
