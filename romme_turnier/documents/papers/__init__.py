"""Printouts without a module of their own: each a template and its context."""
