"""Accounts of officials: the first visit and its restore of a backup, the sign-in and its limits, and name fields."""
