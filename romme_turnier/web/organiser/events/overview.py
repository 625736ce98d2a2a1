"""The list of an official's events with their next steps. The list can be searched, filtered and downloaded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from romme_turnier.accounts.models import User
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.events import STATES, EventFilter, EventsTable, ManyEventsFilter
from romme_turnier.documents.tables.views import file_of
from romme_turnier.tournament.events.many import MOST, Shown, years_of
from romme_turnier.tournament.events.overview import EventLine, EventState, lines_in_order, lines_of
from romme_turnier.tournament.events.reading import events_of
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.offices import offices_of
from romme_turnier.tournament.organisers.reading import are_several, organisers_of
from romme_turnier.tournament.participants.register.proposals import proposals_to
from romme_turnier.tournament.permissions import ProgramRight, has_right, may
from romme_turnier.tournament.seasons.access import seasons_of
from romme_turnier.web.organiser.events.next_action import Action, next_action

_Organisers = Sequence[Organiser] | None  # as `_organisers` returns them
EVENTS_AT_ONCE = 200  # a longer list is split into pages
_EVENTS_ON_A_PAGE = 50

KINDS = {
    EventState.NOW: "open",
    EventState.TO_FINISH: "missing",
    EventState.COMING: "quiet",
    EventState.MISSED: "quiet",
    EventState.DONE: "good",
    EventState.ELSEWHERE: "quiet",
}


@dataclass(frozen=True, slots=True)
class Row:
    """An event in the list. `kind` and `word` are its badge; `waiting` holds the numbers of open disputes and notices.

    The numbers are texts such as "2 Streitfälle". `action` is None if the progress of the event is not read.
    """

    line: EventLine
    kind: str
    word: str
    action: Action | None
    may_act: bool
    waiting: tuple[str, ...]


@require_safe
@login_required
def events(request: HttpRequest) -> HttpResponse:
    """Lists the events in which the user has a task, or that an office of the user covers, most urgent first.

    More than EVENTS_AT_ONCE events are shown page by page, ordered by time.
    """
    user = cast(User, request.user)
    mine, organisers = events_of(user), _organisers(user)
    context = _page(request, mine, organisers) if _are_many(mine) else _whole(request, mine, organisers)
    several, has_register = organisers is not None, has_right(user, ProgramRight.KEEP_REGISTER)
    context |= {
        "has_register": has_register,
        "proposals": proposals_to(user).count() if several and has_register else 0,
        "may_make": has_right(user, ProgramRight.MAKE_EVENTS),
        "has_office": several and bool(offices_of(user)),
        "has_seasons": has_right(user, ProgramRight.MAKE_EVENTS) or seasons_of(user).exists(),
    }
    return render(request, "organiser/events/events.html", context)


def _organisers(user: User) -> list[Organiser] | None:
    """Returns the organisers among whose events the user may choose; None if the program has only one organiser."""
    return list(organisers_of(user)) if are_several() else None


def _are_many(mine: QuerySet[Event]) -> bool:
    return mine.order_by()[EVENTS_AT_ONCE : EVENTS_AT_ONCE + 1].exists()


def _whole(request: HttpRequest, mine: QuerySet[Event], organisers: _Organisers) -> dict[str, Any]:
    chosen = _filter_of(request, mine, organisers)
    rows = _rows(chosen.chosen(), request)
    table = _table(rows, organisers, query=request.GET)
    count = {"n": len(rows), "total": len(chosen.lines)}
    table.caption_is_hidden = not chosen.narrows
    table.caption = (
        _("%(n)s von %(total)s Turnieren") % count
        if table.order
        else ngettext(
            "%(n)s von %(total)s Turnieren, zuerst, wo jemand gebraucht wird",
            "%(n)s von %(total)s Turnieren, zuerst, wo jemand gebraucht wird",
            len(rows),
        )
        % count
    )
    return {"filter": chosen, "table": table, "page_obj": None, "total": len(chosen.lines)}


def _page(request: HttpRequest, mine: QuerySet[Event], organisers: _Organisers) -> dict[str, Any]:
    user = cast(User, request.user)
    chosen, order = _many_filter_of(request, mine, organisers), request.GET.get("sortiert", "")
    events = chosen.chosen(mine)
    is_sorted = order in ("begin", "-begin")
    if is_sorted and chosen.is_coming == order.startswith("-"):
        events = events.reverse()
    shown = Shown(events, most=None if chosen.year else MOST)
    page = Paginator(shown, _EVENTS_ON_A_PAGE).get_page(request.GET.get("seite"))
    table = _table(_rows(lines_in_order(list(page.object_list), user), request), organisers)
    # The page shows only some of the rows, so the database sorts them, and only by time.
    table.query, table.is_sorted_by_readers, table.order = request.GET, True, [order] if is_sorted else []
    for bound in table.columns:
        bound.column.orderable = bound.name == "begin"
    table.caption = (
        _("Kommende Turniere, die nächsten zuerst") if chosen.is_coming else _("Turniere, die neuesten zuerst")
    )
    if is_sorted:
        table.caption = _("Kommende Turniere") if chosen.is_coming else _("Turniere")
    years = chosen.years if shown.goes_on else ()
    return {"filter": chosen, "table": table, "page_obj": page, "offered_years": years, "total": EVENTS_AT_ONCE}


def _many_filter_of(request: HttpRequest, mine: QuerySet[Event], organisers: _Organisers) -> ManyEventsFilter:
    return ManyEventsFilter(request.GET, years_of(mine), organisers or ())


def _table(rows: list[Row], organisers: _Organisers, query: QueryDict | None = None) -> EventsTable:
    return EventsTable.table_for(
        Medium.PAGE,
        rows,
        query=query,
        without=_without(organisers),
        attrs={"class": "events"},
        links={"name": lambda row: reverse("organiser:event", args=[row.line.event.slug])},
    )


@require_safe
@login_required
def events_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Sends the list of events, searched and filtered as on the page, as a file.

    If there are more than EVENTS_AT_ONCE, the file contains only those of the chosen year, by default this year.
    """
    user = cast(User, request.user)
    mine, organisers = events_of(user), _organisers(user)
    if _are_many(mine):
        chosen = _many_filter_of(request, mine, organisers)
        of_year = chosen.chosen(mine.select_related("held_by"), timezone.localdate().year)
        lines = lines_in_order(list(of_year), user)
    else:
        lines = _filter_of(request, mine, organisers).chosen()
    without = _without(organisers)
    table = EventsTable.table_for(Medium.FILE, _rows(lines, request), query=request.GET, without=without)
    return file_of(table, f"turniere.{kind}")


def _filter_of(request: HttpRequest, mine: QuerySet[Event], organisers: _Organisers) -> EventFilter:
    lines = lines_of(mine.select_related("held_by"))
    return EventFilter(request.GET, lines, with_organisers=organisers is not None)


def _rows(lines: Sequence[EventLine], request: HttpRequest) -> list[Row]:
    return [_row(line, cast(User, request.user)) for line in lines]


def _without(organisers: _Organisers) -> tuple[str, ...]:
    """Returns the columns that the user's list does not have: the organiser, if it is the same for all events."""
    return () if organisers is not None and len(organisers) > 1 else ("organiser",)


def _row(line: EventLine, user: User) -> Row:
    action = next_action(line.event, line.progress) if line.progress else None
    may_act = bool(action and may(user, action.right, line.event))
    disputes = ngettext("%(n)d Streitfall", "%(n)d Streitfälle", line.disputes) % {"n": line.disputes}
    notices = ngettext("%(n)d Mitteilung", "%(n)d Mitteilungen", line.notices) % {"n": line.notices}
    waiting = tuple(words for words, count in ((disputes, line.disputes), (notices, line.notices)) if count)
    return Row(line, KINDS[line.state], str(STATES[line.state]), action, may_act, waiting)
