"""Fields and bases shared by models."""

import hashlib
import secrets
from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState

ERASED = "…"  # replaces a text that named an erased person
SEATS_MAX = 10  # the largest table that can be printed and shown


def new_salt() -> str:
    """Salt for one commitment: 128 bits, so that a short name cannot be guessed from its hash."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Returns the secret of a link: 192 bits, short enough for a QR code that a phone reads from paper."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Returns the hash stored for a secret that only its owner has."""
    return hashlib.sha256(token.encode()).hexdigest()


class Stored(models.Model):
    """A row that is built quickly when it is read.

    Django sets each field of each row through `__init__`, which takes longer than the query. This class assigns the
    values directly; the signals of `__init__` are not sent.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(  # type: ignore[override]  # stubs of a newer Django
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        new = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        new.__dict__.update(zip(field_names, values, strict=True), _state=state)
        return new
