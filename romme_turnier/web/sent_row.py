"""Strict parsing of the JSON that the scripts at the desk and on phones send to save a list."""

import json
from typing import Any

from django.http import HttpRequest

from romme_turnier.tournament.models.fields import SEATS_MAX

Body = dict[str, Any]
LONGEST_CELL = 40  # characters, as in the cells of the pages


class BrokenError(Exception):
    """Raised if a request cannot come from an intact page."""


def body_of(request: HttpRequest) -> Body:
    """Returns the JSON object of the request. All functions here raise BrokenError for invalid data."""
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):  # RecursionError: nested deeper than any page sends
        raise BrokenError from None
    if not isinstance(body, dict):
        raise BrokenError
    return body


def number_in(body: Body, name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 <= value < 1_000_000_000:
        raise BrokenError
    return value


def cells_in(body: Body, most: int = SEATS_MAX) -> tuple[str, ...]:
    """Returns the typed cells; raises BrokenError unless they are at most `most` texts of limited length."""
    cells = body.get("cells")
    if not isinstance(cells, list) or len(cells) > most:
        raise BrokenError
    if not all(isinstance(cell, str) and len(cell) <= LONGEST_CELL for cell in cells):
        raise BrokenError
    return tuple(cells)


def key_in(body: Body) -> str:
    """Returns the key that the page generated for this request. Raises BrokenError if it is missing or malformed."""
    key = body.get("key")
    if not isinstance(key, str) or not 16 <= len(key) <= 64 or not (key.isascii() and key.isprintable()):
        raise BrokenError
    return key
