"""The API for other programs, version 1: released data as JSON, packages from laptops, and webhooks.

The data come from the same queries as the public pages. The table in `operations.py` determines the addresses
(`urls.py`) and the schema (`schema.py`); `middleware.py` handles requests.
"""
