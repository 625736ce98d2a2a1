"""Registering by oneself, and the page behind the link."""
