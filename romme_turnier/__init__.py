"""Runs Rommé tournaments under the Romméordnung."""

__version__ = "0.2.0"
