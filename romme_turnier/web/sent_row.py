"""What the scripts of a list send to save it, read strictly: the desk's, and those of the phones at a table."""

import json
from typing import Any

from django.http import HttpRequest

from romme_turnier.tournament.models.fields import SEATS_MAX

Body = dict[str, Any]
LONGEST_CELL = 40  # letters; so the pages' cells


class BrokenError(Exception):
    """The page sent something that it never sends."""


def body_of(request: HttpRequest) -> Body:
    """Returns the JSON object that was sent. Raises BrokenError, as all of these do."""
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):  # the latter: nested deeper than anything a page sends
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
    """Returns what was typed, at most so many cells."""
    cells = body.get("cells")
    if not isinstance(cells, list) or len(cells) > most:
        raise BrokenError
    if not all(isinstance(cell, str) and len(cell) <= LONGEST_CELL for cell in cells):
        raise BrokenError
    return tuple(cells)


def key_in(body: Body) -> str:
    """Returns the key that the page made for this request."""
    key = body.get("key")
    if not isinstance(key, str) or not 16 <= len(key) <= 64 or not (key.isascii() and key.isprintable()):
        raise BrokenError
    return key
