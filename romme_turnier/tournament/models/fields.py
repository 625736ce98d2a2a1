"""Base classes and fields of models, and constants, secrets and canonical JSON shared by models and services."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import Any, Never, TypeVar

from django.conf import settings
from django.db import models

from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.people.names import letters_text
from romme_turnier.fast.rows import Stored

ERASED = "…"  # replaces a text that named an erased person
SEATS_MAX = 10  # the largest table that can be printed and shown

M = TypeVar("M", bound=models.Model)


class ValueField(models.JSONField):
    """JSON in the database and a value of the core in Python (`to_python`). Migrations see a plain JSON field."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.to_python(super().from_db_value(value, expression, connection))

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class PointsPerGameField(ValueField):
    """JSON or NULL in the database, `PointsPerGame` or None in Python."""

    _pyi_private_set_type: PointsPerGame | None
    _pyi_private_get_type: PointsPerGame | None

    def to_python(self, value: Any) -> PointsPerGame | None:
        return value if value is None or isinstance(value, PointsPerGame) else PointsPerGame.from_json(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(value.to_json() if isinstance(value, PointsPerGame) else value)


class WordsField(models.TextField[str, str]):
    """The words of the row's columns `of`, for searching (`letters_text`); computed whenever the field is saved.

    Migrations see a plain text column.
    """

    def __init__(self, *args: Any, of: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*args, **{"default": "", "editable": False, **options})
        self._of = of

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002 - Django passes it
        value = letters_text(*(getattr(model_instance, column) for column in self._of))
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options


class Acted(Stored):
    """A row with its time and its author; `by` is None for players and for the program."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        abstract = True


class RowIsFinal(TypeError):
    """Raised if code tries to change or delete a row that is only ever added, which is a programming error."""


class FinalRows(models.QuerySet[M]):
    """Rows that can only be added; updates and deletions raise RowIsFinal."""

    def update(self, **_values: Any) -> Never:
        raise RowIsFinal(self.model)

    def bulk_update(self, *_objects: Any, **_options: Any) -> Never:
        raise RowIsFinal(self.model)

    def delete(self) -> Never:
        raise RowIsFinal(self.model)


class Final(Acted):
    """A row that is never changed or deleted; an attempt raises RowIsFinal."""

    objects = FinalRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RowIsFinal(self)
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        raise RowIsFinal(self)


def new_salt() -> str:
    """Returns a new salt for a commitment: 128 bits, so that a short name cannot be guessed from its hash."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Returns a new secret for a link: 192 bits, but short enough for a QR code that a phone reads from paper."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Returns the hash to store in place of a secret that only its owner knows."""
    return hashlib.sha256(token.encode()).hexdigest()


def canonical(content: Any) -> bytes:
    """Returns JSON in UTF-8 with sorted keys and no spaces: equal content gives equal bytes everywhere.

    Raises ValueError for text with unpaired surrogates.
    """
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def next_position(rows: "models.Manager[Any]") -> int:
    """Returns the position after the last of these rows. After a deletion, the number of rows plus 1 may be in use."""
    return max(rows.values_list("position", flat=True), default=0) + 1
