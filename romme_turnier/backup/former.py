"""Databases made before version 0.2. Nothing had been released then, so the migrations began anew."""

from collections.abc import Collection

# The name of their first migration; today's has another.
_FIRST = ("tournament", "0001_initial")


def is_former(applied: Collection[tuple[str, str]]) -> bool:
    """Returns whether a database with these migrations, as (app, name), holds tables of before version 0.2."""
    return _FIRST in applied
