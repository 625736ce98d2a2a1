"""The years for which names of an event are public (`Organiser.names_years`), and the names that stay afterwards."""

from datetime import date, datetime

from django.db.models import Max
from django.utils import timezone

from romme_turnier.tournament.models.event import Event

PODIUM = 3  # the top ranks, which pages show above their tables and whose names stay public


def last_public_day(event: Event) -> date | None:
    """Returns the last day on which all names of the event are public; None if they stay for ever."""
    years = event.held_by.names_years
    if years is None:
        return None
    return last_day_with_names(event, event.timetable.aggregate(last=Max("starts_at"))["last"], years)


def last_day_with_names(event: Event, last_item: datetime | None, years: int) -> date:
    """Returns the last day with names; `last_item` is the start of the timetable's last item, None if there is none."""
    return years_later(timezone.localdate(max(event.starts_at, last_item or event.starts_at)), years)


def years_later(day: date, years: int) -> date:
    """Returns the same day some years later; 1 March for 29 February in other years."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def lasting_names(event: Event) -> frozenset[int] | None:
    """Returns the start numbers of the players whose names are public today; None if all names are.

    They are read once for each `Event` object, because every name on a page depends on them.
    """
    if "_lasting_names" not in event.__dict__:
        event.__dict__["_lasting_names"] = _lasting_names(event)
    known: frozenset[int] | None = event.__dict__["_lasting_names"]
    return known


def _lasting_names(event: Event) -> frozenset[int] | None:
    today = timezone.localdate()
    if today <= years_later(timezone.localdate(event.starts_at), 1):  # names stay a year at least; saves queries
        return None
    last = last_public_day(event)
    if last is None or today <= last:
        return None
    consenting = event.registrations.filter(consents__purpose="years", consents__withdrawn_at=None, number__gte=1)
    numbers = set(consenting.values_list("number", flat=True))
    final = event.releases.in_force().filter(series__number=event.series_count).first()
    if final is not None:
        numbers |= {row.number for row in final.rows if row.rank is not None and row.rank <= PODIUM}
    return frozenset(number for number in numbers if number is not None)
