"""The page for the wall of the hall: clock, announcements, and which tables still play. Read from ten metres."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.events.language import speaking_for
from romme_turnier.tournament.events.timetable_words import next_item
from romme_turnier.tournament.hall.clock import Clock, clock_of
from romme_turnier.tournament.hall.messages import shown_messages
from romme_turnier.tournament.hall.reading import TableState, hall_tables
from romme_turnier.web.public.access import public_event, released_series, releases_of


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table with a word and a sign: nothing by colour alone."""

    number: int
    css: str
    sign: str
    word: str


@require_safe
@conditional_page
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    event = public_event(slug)
    with speaking_for(event):
        return _wall(request, event)


def _wall(request: HttpRequest, event: models.Event) -> HttpResponse:
    now = timezone.now()
    series = released_series(event).first()
    tables = [_shown(table.number, table.state) for table in hall_tables(series)] if series else []
    context = {
        "event": event,
        "series": series,
        "clock": _running(series),
        "now": now,
        "next": next_item(event, now),
        "tables": tables,
        "playing": sum(table.css == "is-playing" for table in tables),
        "hall_messages": list(shown_messages(event)[:3]),
        "release": releases_of(event).first(),
    }
    return render(request, "public/hall.html", context)


def _running(series: models.Series | None) -> Clock | None:
    """Returns the clock, as long as it says something: not before it is started and not after the series."""
    clock = clock_of(series) if series and not series.is_closed else None
    return clock if clock and clock.begun else None


def _shown(number: int, state: TableState) -> ShownTable:
    css, sign, word = {
        TableState.PLAYING: ("is-playing", "…", _("spielt")),
        TableState.LIST_IN: ("is-in", "✓", _("Liste da")),
        TableState.CHECKED: ("is-checked", "✓✓", _("geprüft")),
    }[state]
    return ShownTable(number, css, sign, word)
