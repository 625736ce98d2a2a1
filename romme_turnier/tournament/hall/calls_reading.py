"""Tables' calls, as pages show them: open and past calls, their counts, and the call that the table's phones show."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models

STILL_SAID = timedelta(minutes=10)  # the phones of a table show a past call for this time


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts of an event's open calls, and the time of the oldest unanswered one."""

    unanswered: int
    since: datetime | None  # the time of the first unanswered call
    answered: int
    newest: int  # the primary key of the newest unanswered call, or 0


@dataclass(frozen=True, slots=True)
class CallingTable:
    """The public part of a call. `answered` means that an official is coming."""

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
    """Returns the open calls: the unanswered ones, then the answered ones, each group oldest first."""
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
    """Counts the open calls with one small query, because every page for officials shows the counts."""
    rows = _OPEN.fetch(event.pk)
    unanswered = [(pk, called) for pk, called, answered in rows if answered is None]
    return Waiting(
        unanswered=len(unanswered),
        since=unanswered[0][1] if unanswered else None,
        answered=len(rows) - len(unanswered),
        newest=unanswered[-1][0] if unanswered else 0,
    )


def calling_tables(event: models.Event) -> list[CallingTable]:
    """Returns the calling tables in series with released seats, ordered by series and table number."""
    rows = models.TableCall.objects.filter(
        table__series__event=event, table__series__seats_released_at__isnull=False, ended_at=None, withdrawn_at=None
    )
    tables = rows.order_by("table__series__number", "table__number")
    facts = tables.values_list("table__series__number", "table__number", "answered_at")
    return [CallingTable(series, number, answered is not None) for series, number, answered in facts]


def seat_to_call_from(registration: models.Registration) -> models.Seat | None:
    """Returns the player's seat in the last series with released seats.

    Returns None if no seats are released, if the player has no seat in that series, or if that series is closed.
    """
    released = registration.event.series.filter(seats_released_at__isnull=False)
    series = released.order_by("-number").first()
    if series is None or series.is_closed:
        return None
    seats = registration.seats.filter(series=series).select_related("table__series__event")
    return seats.first()


def call_to_show(table: models.Table, now: datetime | None = None) -> models.TableCall | None:
    """Returns the table's newest call if it is open, or was ended or withdrawn within `STILL_SAID`; otherwise None."""
    call = table.calls.select_related("answered_by").last()
    if call is None or call.is_open:
        return call
    over_since = (now or timezone.now()) - (call.ended_at or call.withdrawn_at or call.called_at)
    return call if timedelta(0) <= over_since < STILL_SAID else None


def who_comes(call: models.TableCall) -> str:
    """Returns a sentence about the official who is coming.

    Pages on the internet do not show officials' names, because officials have not agreed to that. The user name is
    never shown.
    """
    official = call.answered_by
    if official is None or not official.display_name or settings.MODE == "public":
        return _("Jemand von der Spielleitung kommt.")
    return _("%(name)s kommt.") % {"name": official.display_name}


def minutes_between(start: datetime, end: datetime) -> int:
    """Returns the whole minutes from start to end, at least zero."""
    return max(0, int((end - start).total_seconds() // 60))


def minutes_after(time: timedelta | None) -> str:
    """Returns a period in whole minutes as text: "nach 3 min", "sofort" for less than one; "" for None."""
    if time is None:
        return ""
    minutes = int(time.total_seconds() // 60)
    return _("nach %(n)d min") % {"n": minutes} if minutes else _("sofort")
