"""The log of an event as text. Names are looked up at display time, because they may change or be erased."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.functional import lazy
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.shared.asked_terms import asked_terms
from romme_turnier.tournament.shared.numbers import in_runs, money_format
from romme_turnier.tournament.shared.rule_words.options import OPTION_WORDS, option_name
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import words_of
from romme_turnier.tournament.shared.verb_words import FIELD_WORDS, SAID, SUBJECT_WORDS

_REFERENCE = re.compile(r"([a-z]+):(\d+)")
_MONEY = re.compile(r"-?\d+\.\d\d")
_APP = models.Event._meta.app_label
_option_name = lazy(option_name, str)
_CODES: Mapping[str, Any] = dict(
    [
        *models.EventRole.Role.choices,
        *models.Prize.Ranking.choices,
        *((name, _option_name(name)) for name in OPTION_WORDS),
    ]
)

# Words for changes to a list, with one number and with several; the first matching kind names a change.
_LIST_CHANGE: Mapping[str, tuple[Any, Any]] = {
    "game": (gettext_lazy("Spiel %(numbers)s"), gettext_lazy("Spiele %(numbers)s")),
    "entry": (gettext_lazy("Eintrag %(numbers)s im Verlauf"), gettext_lazy("Einträge %(numbers)s im Verlauf")),
    "revision": (gettext_lazy("Fassung %(numbers)s"), gettext_lazy("Fassungen %(numbers)s")),
}

Key = tuple[str, int]  # name of a model, primary key


@dataclass(frozen=True, slots=True)
class LogLine:
    """One row of the log as text. `changes` are separate texts, such as "Stand: dabei → zurückgezogen"."""

    number: int
    at: datetime
    by: str
    what: str
    subject: str
    changes: tuple[str, ...]
    reason: str


def log_lines(rows: Sequence[models.EventLog]) -> list[LogLine]:
    """Returns the rows as text, in the same order.

    Reading the names takes one query for each model. Callers load `by` and `event` beforehand.
    """
    wanted: dict[str, set[int]] = {}
    for row in rows:
        for kind, pk in _keys(row):
            wanted.setdefault(kind, set()).add(pk)
    names = {(kind, named.pk): _name(named) for kind, pks in wanted.items() for named in _read(kind, pks)}
    return [_line(row, names) for row in rows]


def _line(row: models.EventLog, names: Mapping[Key, str]) -> LogLine:
    what = words_of(row.verb)
    return LogLine(
        number=row.number,
        at=row.at,
        by=str(row.by) if row.by else _("ohne Anmeldung"),
        what=cited(what, row.event.rules) if row.event else what,
        subject=_subject(row, names),
        changes=tuple(dict.fromkeys(_changes(row, names))),  # an argument often repeats a change of a row
        reason=reason_words(row.reason),
    )


def _subject(row: models.EventLog, names: Mapping[Key, str]) -> str:
    kind = str(SUBJECT_WORDS.get(row.subject_kind, ""))
    name = names.get((row.subject_kind, row.subject_pk or 0), "")
    if row.subject_kind == "spielliste" and row.subject_number:
        return _place(row.subject_number)
    if row.subject_kind == "event":
        return kind
    return " ".join([*(word for word in (kind, row.subject_number) if word and word not in name.split()), name]).strip()


def _place(number: str) -> str:
    """Returns the text for a table's number in the log: "Serie 1, Tisch 3" for "1/3"."""
    series, _slash, table = number.partition("/")
    return _("Serie %(series)s, Tisch %(table)s") % {"series": series, "table": table}


def _changes(row: models.EventLog, names: Mapping[Key, str]) -> Iterator[str]:
    for key in [*row.new, *(key for key in row.old if key not in row.new)]:
        old, new = row.old.get(key), row.new.get(key)
        if (reference := _reference(key)) is None:
            if key in SAID:
                yield from _said(key, old, new, names)
        else:
            fields = _fields(reference[0], old, new, skipped=(row.subject_number, (row.subject_kind, row.subject_pk)))
            told = [_field_change(field, old, new, names) for field in fields]
            if old is not None and new is not None:
                yield from told
            elif told:
                yield " · ".join(told)  # a new or deleted row


def _said(key: str, old: Any, new: Any, names: Mapping[Key, str]) -> Iterator[str]:
    if key == "lists":
        yield from _list_changes(new or ())
        return
    sides = [value for value in (old, new) if value is not None]
    if any(value != [] for value in sides):
        yield f"{SAID[key]}: {' → '.join(_words(value, names) for value in sides)}"


def _list_changes(stored: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yields one sentence per changed list, not per game, because an act may change every game of an event."""
    by_list: dict[str, dict[str, list[int]]] = {}
    for change in stored:
        kind = next(kind for kind in _LIST_CHANGE if change.get(kind))
        by_list.setdefault(change["list"], {}).setdefault(kind, []).append(int(change[kind]))
    for number, kinds in by_list.items():
        told = [
            str((single if len(kinds[kind]) == 1 else several) % {"numbers": in_runs(kinds[kind])})
            for kind, (single, several) in _LIST_CHANGE.items()
            if kind in kinds
        ]
        yield f"{_place(number)}: {', '.join(told)}"


def _fields(kind: str, old: Any, new: Any, *, skipped: tuple[Any, ...]) -> Iterator[Field[Any, Any]]:
    """Yields the fields that have words.

    For a new row, the subject of the act is left out; for a new event, also terms that its rule system does not use.
    """
    new_event = kind == "event" and old is None  # its default values are not in the log
    rules = RULE_SYSTEMS.get(new.get("ruleset", DEFAULT)) if new_event else None
    idle = _SAID_IF_ASKED - asked_terms(rules) if rules else ()
    for name, value in (new if new is not None else old).items():
        field = apps.get_model(_APP, kind)._meta.get_field(name)
        if not isinstance(field, Field) or not _label(field) or name in idle:
            continue
        related = (field.related_model._meta.model_name, value) if isinstance(field, ForeignKey) else None
        if old is not None or (related not in skipped and not (name == "number" and str(value) in skipped)):
            yield field


# For a new event, these are shown only if its rule system uses them.
_SAID_IF_ASKED = frozenset({"bonus_mode", "bonus_four", "bonus_three", "bonus_handromme", "stake", "stake_booked"})


def _field_change(field: Field[Any, Any], old: Any, new: Any, names: Mapping[Key, str]) -> str:
    label = _label(field)
    before, after = (None if side is None else side.get(field.name) for side in (old, new))
    if old is None:
        return f"{label}: {_value(field, after, names)}"
    if new is not None and before is None and after is None:
        return _("%(field)s geändert") % {"field": label}
    return f"{label}: {_value(field, before, names)} → {_value(field, after, names)}"


def _label(field: Field[Any, Any]) -> str:
    own = str(field.verbose_name)
    words = str(FIELD_WORDS.get(field.name, "" if own == field.name.replace("_", " ") else own))
    return words[:1].upper() + words[1:]


def _value(field: Field[Any, Any], value: Any, names: Mapping[Key, str]) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(field, ForeignKey):
        return names.get((str(field.related_model._meta.model_name), value), "–")
    if field.name == "ruleset" and value in RULE_SYSTEMS:
        return RULE_SYSTEMS[value].name
    if field.choices:
        return str(dict(field.flatchoices).get(value, value))
    return _figure(field.to_python(value))


def _words(value: Any, names: Mapping[Key, str]) -> str:
    """Returns the text for a value that was recorded with an act."""
    if isinstance(value, list):
        items = [item if isinstance(item, list) else [item] for item in value]
        return ", ".join(" ".join(_words(part, names) for part in item if part) for item in items) or "–"
    if isinstance(value, Mapping):  # readings of each seat's points, keyed by the seat as text
        words = _("Platz %(seat)s: %(points)s")  # "Platz 3: 40/90"
        return ", ".join(
            words % {"seat": seat, "points": "/".join(map(str, read))} for seat, read in sorted(value.items())
        )
    if not isinstance(value, str):
        return _figure(value)
    return names.get(reference, "–") if (reference := _reference(value)) is not None else _spoken(value)


def _spoken(value: str) -> str:
    """Returns a recorded string as readable text: an amount, a time, a code, or an official's own text."""
    if _MONEY.fullmatch(value):
        return _figure(Decimal(value))
    try:
        return _figure(parse_datetime(value) or parse_date(value) or _CODES.get(value, value))
    except ValueError:
        return value


def _figure(value: Any) -> str:
    match value:
        case bool():
            return _("ja") if value else _("nein")
        case Decimal():
            return money_format(value)
        case datetime():
            return timezone.localtime(value).strftime("%d.%m.%Y, %H:%M")
        case date():
            return value.strftime("%d.%m.%Y")
        case timedelta():
            return _("%(minutes)d Minuten") % {"minutes": value.total_seconds() // 60}
    return "–" if value is None else reason_words(str(value))


def _reference(text: str) -> Key | None:
    match = _REFERENCE.fullmatch(text)
    return (match[1], int(match[2])) if match else None


def _keys(row: models.EventLog) -> Iterator[Key]:
    """Yields the key of every row that the log row names."""
    if row.subject_pk is not None:
        yield row.subject_kind, row.subject_pk
    for side in (row.old, row.new):
        for key, value in side.items():
            if (reference := _reference(key)) is None:
                yield from _said_keys(value)
                continue
            model = apps.get_model(_APP, reference[0])
            for name, pk in value.items():
                field = model._meta.get_field(name)
                if isinstance(field, ForeignKey) and pk is not None:
                    yield str(field.related_model._meta.model_name), pk


def _said_keys(value: Any) -> Iterator[Key]:
    if isinstance(value, list):
        for item in value:
            yield from _said_keys(item)
    elif isinstance(value, str) and (reference := _reference(value)) is not None:
        yield reference


def _read(kind: str, pks: set[int]) -> Iterable[Model]:
    if kind == "user":
        return User.objects.filter(pk__in=pks)
    if kind not in _NAMED:
        return ()
    rows: QuerySet[Model] = apps.get_model(_APP, kind)._base_manager.filter(pk__in=pks)
    return rows.select_related(*_NAMED[kind])


# The models shown by name, with the relations that the name needs.
_NAMED: Mapping[str, tuple[str, ...]] = {
    "category": (),
    "club": (),
    "dispute": (),
    "event": (),
    "feekind": (),
    "league": (),
    "leagueteam": (),
    "ledgerentry": (),
    "organiser": (),
    "player": (),
    "prizeaward": ("registration__player", "team"),
    "ranking": (),
    "registration": ("player",),
    "season": (),
    "series": (),
    "stage": (),
    "team": (),
}


def _name(row: Model) -> str:
    match row:
        case models.Series() | models.Dispute() | models.LedgerEntry():
            return str(row.number)
        case models.Registration():
            return f"{row.number} {row.name}" if row.number else row.name
    return str(row)
