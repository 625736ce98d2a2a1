"""Codes and seals on issued papers: their contents, the check against stored rows, and signed archives."""
