"""Calls of tables for the pages: open ones, past ones, and the call on a table's own phone."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models

STILL_SAID = timedelta(minutes=10)  # time for which a table's own phones show a past call


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of tables that wait for an answer, the time of the first call, and the number of answered calls.

    `newest` is the primary key of the newest call without an answer, or 0.
    """

    unanswered: int
    since: datetime | None
    answered: int
    newest: int


@dataclass(frozen=True, slots=True)
class CallingTable:
    """The public part of a call; `answered`: an official is coming."""

    series: int
    number: int
    answered: bool


_OPEN = Prepared(
    lambda: (
        models.TableCall.objects.filter(ended_at=None, withdrawn_at=None)
        .order_by("pk")
        .values_list("pk", "called_at", "answered_at")
    ),
    "table__series__event",
)


def open_calls(event: models.Event) -> list[models.TableCall]:
    """Returns the open calls: first the unanswered ones, the longest waiting first."""
    calls = _calls_of(event).filter(ended_at=None, withdrawn_at=None)
    return sorted(calls, key=lambda call: (call.answered_at is not None, call.pk))


def past_calls(event: models.Event) -> QuerySet[models.TableCall]:
    """Returns the calls that are over, the newest first."""
    over = Q(ended_at__isnull=False) | Q(withdrawn_at__isnull=False)
    return _calls_of(event).filter(over).select_related("ended_by").order_by("-pk")


def _calls_of(event: models.Event) -> QuerySet[models.TableCall]:
    calls = models.TableCall.objects.filter(table__series__event=event)
    return calls.select_related("table__series", "registration__player", "answered_by")


def waiting_calls(event: models.Event) -> Waiting:
    """Counts the open calls with one small query, because every officials' page shows them."""
    rows = _OPEN.fetch(event.pk)
    unanswered = [(pk, called) for pk, called, answered in rows if answered is None]
    return Waiting(
        unanswered=len(unanswered),
        since=unanswered[0][1] if unanswered else None,
        answered=len(rows) - len(unanswered),
        newest=unanswered[-1][0] if unanswered else 0,
    )


def calling_tables(event: models.Event) -> list[CallingTable]:
    """Returns the calling tables of series with public seats, by number."""
    rows = models.TableCall.objects.filter(
        table__series__event=event, table__series__seats_released_at__isnull=False, ended_at=None, withdrawn_at=None
    )
    tables = rows.order_by("table__series__number", "table__number")
    facts = tables.values_list("table__series__number", "table__number", "answered_at")
    return [CallingTable(series, number, answered is not None) for series, number, answered in facts]


def seat_to_call_from(registration: models.Registration) -> models.Seat | None:
    """Returns the seat in the newest series with released seats, if the series is still played; otherwise None."""
    released = registration.event.series.filter(seats_released_at__isnull=False)
    series = released.order_by("-number").first()
    if series is None or series.is_closed:
        return None
    seats = registration.seats.filter(series=series).select_related("table__series__event")
    return seats.first()


def call_to_show(table: models.Table, now: datetime | None = None) -> models.TableCall | None:
    """Returns the newest call of the table: an open one, or one that ended a moment ago."""
    call = table.calls.select_related("answered_by").last()
    if call is None or call.is_open:
        return call
    over_since = (now or timezone.now()) - (call.ended_at or call.withdrawn_at or call.called_at)
    return call if timedelta(0) <= over_since < STILL_SAID else None


def who_comes(call: models.TableCall) -> str:
    """Returns the text about the official who answered.

    Pages on the internet show no name, because officials have not agreed to that. An account without a name is not
    named by its login.
    """
    official = call.answered_by
    if official is None or not official.display_name or settings.MODE == "public":
        return _("Jemand von der Spielleitung kommt.")
    return _("%(name)s kommt.") % {"name": official.display_name}


def minutes_between(start: datetime, end: datetime) -> int:
    """Returns whole minutes, at least zero."""
    return max(0, int((end - start).total_seconds() // 60))


def minutes_after(time: timedelta | None) -> str:
    """Returns a period as "nach 3 min"; "" without one."""
    if time is None:
        return ""
    minutes = int(time.total_seconds() // 60)
    return _("nach %(n)d min") % {"n": minutes} if minutes else _("sofort")
