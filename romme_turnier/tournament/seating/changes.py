"""Finds tables whose seats have changed since the draw while their lists were open, so the lists need new paper."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import LogEntry, Series

Numbers = tuple[int | None, ...]  # start numbers by seat, seat 1 first

_OF_SEATS = Prepared(
    lambda: LogEntry.objects.filter(what="seats").select_related("spielliste__table").order_by("pk"),
    "spielliste__table__series",
)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The change of a table's seats. `at` is the time of the last change; `before` is empty for a new table."""

    table: int
    at: datetime
    before: Numbers
    after: Numbers


def changed_tables(series: Series, *, since: int = 1) -> dict[int, SeatChange]:
    """Returns the seat changes by table number, starting with change number `since`; the first change is number 1.

    Tables with the same seats as before that change are left out. Changes in the same minute count as one, because a
    repair touches several tables. Returns {} if `since` is 0.
    """
    changes: dict[int, SeatChange] = {}
    for number, entry in _numbered(series):
        if number >= since >= 1:
            table = entry.spielliste.table.number
            before = changes[table].before if table in changes else _numbers(entry.old)
            changes[table] = SeatChange(table, entry.at, before, _numbers(entry.new))
    return {table: change for table, change in sorted(changes.items()) if change.before != change.after}


def last_change(series: Series) -> int:
    """Returns the number of the last change; 0 if there was none."""
    return max((number for number, _entry in _numbered(series)), default=0)


def _numbered(series: Series) -> Iterator[tuple[int, LogEntry]]:
    """Yields the log entries about seats with the numbers of their changes, in the order in which they were stored.

    Successive entries of one minute are one change. Times do not decide the order, because clocks may be set back.
    """
    by_minute = groupby(_OF_SEATS.fetch(series.pk), lambda entry: entry.at.replace(second=0, microsecond=0))
    for number, (_when, entries) in enumerate(by_minute, start=1):
        for entry in entries:
            yield number, entry


def _numbers(state: Any) -> Numbers:
    return tuple(state["numbers"])


def say_change(change: SeatChange) -> str:
    """Returns a change as text, such as "Platz 2: 12 statt 7, Platz 4 entfällt"."""
    if not change.before:
        return _("neuer Tisch")
    return ", ".join(_seats(change))


def _seats(change: SeatChange) -> Iterator[str]:
    before, after = (dict(enumerate(order, start=1)) for order in (change.before, change.after))
    for seat in sorted({*before, *after}):
        old, new = before.get(seat), after.get(seat)
        facts: Mapping[str, object] = {"seat": seat, "old": old, "new": new}
        if seat not in after:
            yield _("Platz %(seat)d entfällt") % facts
        elif seat not in before:
            yield _("Platz %(seat)d: %(new)s neu") % facts
        elif old != new:
            yield _("Platz %(seat)d: %(new)s statt %(old)s") % facts
