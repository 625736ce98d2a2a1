"""Rommé tables in the browser, and the moves made at them."""
