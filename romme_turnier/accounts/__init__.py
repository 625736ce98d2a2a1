"""Accounts: the first visit, the sign-in and its limits, and the fields for names."""
