"""Runs Rommé tournaments under the Romméordnung."""

from romme_turnier import sqlite as sqlite  # first of all: it decides which SQLite everybody gets

__version__ = "0.3.0"
