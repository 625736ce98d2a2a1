"""Rows as stored before and after an act, and the part of the difference that the log may keep.

The log keeps figures, dates, references and choices, and the few texts of KEPT_TEXTS. For any other text it keeps only
the fact of the change: names may have to be erased, and secrets, addresses and bank accounts must not get into the log.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.db import models as db

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models

Fields = dict[str, Any]
Rows = dict[str, Fields]  # "model:pk" → field → value as stored

_APP = models.Event._meta.app_label
# Lists have their own log and revisions (lists/change.py); here they are only named.
_ELSEWHERE = (models.Spielliste, models.Revision)
_KEPT = (db.BooleanField, db.IntegerField, db.DecimalField, db.DateField, db.DurationField, db.ForeignKey)
KEPT_TEXTS = frozenset(
    {
        "category.name",
        "club.name",
        "event.currency",
        "event.hall_tables",
        "event.name",
        "event.organiser",
        "event.ruleset",
        "event.slug",
        "event.venue",
        "prizeaward.thing",
        "team.name",
    }
)
_SAID_ANYWAY = frozenset({"id", "event", "by", "at", "version"})
_ADDRESS = re.compile(r"\S+@\S+")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b", re.IGNORECASE)


def reference(row: db.Model) -> str:
    """Returns a row's reference in the log: "registration:12"."""
    return f"{row._meta.model_name}:{row.pk}"


def without_secrets(text: str) -> str:
    """Returns the text without e-mail addresses and account numbers (IBAN)."""
    return _ACCOUNT.sub("…", _ADDRESS.sub("…", text))


def is_row(value: object) -> bool:
    """Returns whether the value is a tournament row that snapshots cover."""
    return isinstance(value, db.Model) and value._meta.app_label == _APP and not isinstance(value, _ELSEWHERE)


def read_rows(rows: Iterable[db.Model]) -> Rows:
    """Returns the rows as stored now, with one query for each model; deleted ones are missing."""
    wanted: dict[type[db.Model], set[int]] = {}
    for row in rows:
        wanted.setdefault(type(row), set()).add(row.pk)
    return reread(wanted)


def reread(wanted: Mapping[type[db.Model], Iterable[int]]) -> Rows:
    stored: Rows = {}
    for model, wanted_keys in wanted.items():
        names, keys = [field.name for field in _fields(model)], [*wanted_keys]
        rows = _stored(model).fetch(*keys) if len(keys) == 1 else _values(model).filter(pk__in=keys)
        for pk, *values in rows:
            stored[f"{model._meta.model_name}:{pk}"] = dict(zip(names, values, strict=True))
    return stored


def _values(model: type[db.Model]) -> db.QuerySet[db.Model, tuple[Any, ...]]:
    return model._base_manager.values_list("pk", *(field.name for field in _fields(model)))


@cache
def _stored(model: type[db.Model]) -> Prepared[tuple[Any, ...]]:
    return Prepared(lambda: _values(model), "pk")


def model_of(key: str) -> type[db.Model]:
    """Returns the model of a row named "registration:12"."""
    return models.Event._meta.apps.get_model(_APP, key.partition(":")[0])


def difference(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """Returns the changes for the log: old and new values by row.

    A row created or deleted is on one side only, with its non-default values. A field whose value is not kept is None
    on both sides.
    """
    old: Rows = {}
    new: Rows = {}
    for key in before.keys() | after.keys():
        model, was, now = model_of(key), before.get(key), after.get(key)
        if was is not None and now is not None:
            fields = [field for field in _fields(model) if was[field.name] != now[field.name]]
            if fields:
                old[key] = {field.name: _kept(model, field, was[field.name]) for field in fields}
                new[key] = {field.name: _kept(model, field, now[field.name]) for field in fields}
        elif now is not None:
            new[key] = _unusual(model, now)
        elif was is not None:
            old[key] = _unusual(model, was)
    return old, new


def _fields(model: type[db.Model]) -> Iterator[Any]:
    for field in model._meta.concrete_fields:
        if field.editable and field.name not in _SAID_ANYWAY and not isinstance(field, db.JSONField):
            yield field


def _is_kept(model: type[db.Model], field: Any) -> bool:
    return isinstance(field, _KEPT) or bool(field.choices) or f"{model._meta.model_name}.{field.name}" in KEPT_TEXTS


def _kept(model: type[db.Model], field: Any, value: Any) -> Any:
    if not _is_kept(model, field):
        return None
    return without_secrets(value) if isinstance(value, str) else value


def _unusual(model: type[db.Model], values: Fields) -> Fields:
    """Returns the values of a new or deleted row that the log keeps and that are not the field's default."""
    return {
        field.name: _kept(model, field, values[field.name])
        for field in _fields(model)
        if _is_kept(model, field) and values[field.name] not in (None, "", field.get_default())
    }
