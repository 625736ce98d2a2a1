"""The API for other programs, version 1: released data by the queries of the public pages, as JSON.

`operations.py` is the table from which addresses (`urls.py`) and schema (`schema.py`) follow; `middleware.py` answers.
"""
