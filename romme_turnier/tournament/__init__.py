"""Tournaments: their stored facts, the services that read and change these facts, and the rights of users."""
