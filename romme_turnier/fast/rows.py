"""The base class of the models whose rows are read by the thousand."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState

from romme_turnier.fast.switch import is_on


class Stored(models.Model):
    """A model whose rows are built quickly when they are read.

    Django sets each field of each row through `__init__`, which takes longer than the query. This class assigns the
    values directly, without the signals that `__init__` sends.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(  # type: ignore[override]  # stubs of a newer Django
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        if not is_on("rows"):
            return super().from_db(db, field_names, values)
        new = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        new.__dict__.update(zip(field_names, values, strict=True), _state=state)
        return new
