"""The papers of a day that need no module of their own beside the lists: each a template and what it is filled with."""
