"""Runs Rommé tournaments under the Romméordnung."""

from romme_turnier import sqlite as sqlite  # first: it decides which SQLite all modules get

__version__ = "0.4.0"
