"""Switches for the parts of this package: PLAIN=1 turns all of them off, PLAIN=sessions,lanes only these."""

import os
from functools import cache

from django.core.exceptions import ImproperlyConfigured

PARTS = (
    "addresses",
    "compression",
    "connections",
    "frames",
    "lanes",
    "pages",
    "rows",
    "sessions",
    "statements",
    "static",
)


@cache
def is_on(part: str) -> bool:
    """Returns whether a part is on. settings.py reads `.env` into the environment before the first call.

    Raises ImproperlyConfigured for an unknown part, here or in PLAIN.
    """
    plain = os.environ.get("PLAIN", "")
    off = PARTS if plain == "1" else [name for name in plain.split(",") if name]
    if unknown := {part, *off} - {*PARTS}:
        raise ImproperlyConfigured(f"PLAIN must be 1 or parts of {','.join(PARTS)}, not {','.join(sorted(unknown))}.")
    return part not in off
