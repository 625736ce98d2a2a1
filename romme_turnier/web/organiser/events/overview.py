"""The list of an official's events with their next steps, which can be searched and filtered."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from romme_turnier.accounts.models import User
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.events import STATES, EventFilter, EventsTable
from romme_turnier.documents.tables.views import file_of
from romme_turnier.tournament.events.overview import EventLine, EventState, lines_of
from romme_turnier.tournament.events.reading import events_of
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import ProgramRight, has_right, may
from romme_turnier.web.organiser.events.next_action import Action, next_action

KINDS = {
    EventState.NOW: "open",
    EventState.TO_FINISH: "missing",
    EventState.COMING: "quiet",
    EventState.MISSED: "quiet",
    EventState.DONE: "good",
}


@dataclass(frozen=True, slots=True)
class Row:
    """An event in the list. `kind` and `word` are its badge; `waiting` holds the open disputes and notices as texts."""

    line: EventLine
    kind: str
    word: str
    action: Action | None
    may_act: bool
    waiting: tuple[str, ...]


@require_safe
@login_required
def events(request: HttpRequest) -> HttpResponse:
    """Lists the events in which the user has a task; events with open tasks come first."""
    user = cast(User, request.user)
    chosen, rows = _chosen(request)
    table = EventsTable.table_for(
        Medium.PAGE,
        rows,
        query=request.GET,
        without=_without(),
        attrs={"class": "events"},
        links={"name": lambda row: reverse("organiser:event", args=[row.line.event.slug])},
    )
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
    context = {
        "filter": chosen,
        "table": table,
        "total": len(chosen.lines),
        "has_register": has_right(user, ProgramRight.KEEP_REGISTER),
        "may_make": has_right(user, ProgramRight.MAKE_EVENTS),
    }
    return render(request, "organiser/events/events.html", context)


@require_safe
@login_required
def events_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Sends the list of events, searched and filtered as on the page, as a file."""
    _filter, rows = _chosen(request)
    table = EventsTable.table_for(Medium.FILE, rows, query=request.GET, without=_without())
    return file_of(table, f"turniere.{kind}")


def _without() -> tuple[str, ...]:
    """Returns the columns of the list that the program does not have: with one organiser, no events name it."""
    return () if are_several() else ("organiser",)


def _chosen(request: HttpRequest) -> tuple[EventFilter, list[Row]]:
    user = cast(User, request.user)
    lines = lines_of(events_of(user).select_related("held_by"))
    chosen = EventFilter(request.GET, lines, with_organisers=are_several())
    return chosen, [_row(line, user) for line in chosen.chosen()]


def _row(line: EventLine, user: User) -> Row:
    action = next_action(line.event, line.progress) if line.progress else None
    may_act = bool(action and may(user, action.right, line.event))
    disputes = ngettext("%(n)d Streitfall", "%(n)d Streitfälle", line.disputes) % {"n": line.disputes}
    notices = ngettext("%(n)d Mitteilung", "%(n)d Mitteilungen", line.notices) % {"n": line.notices}
    waiting = tuple(words for words, count in ((disputes, line.disputes), (notices, line.notices)) if count)
    return Row(line, KINDS[line.state], str(STATES[line.state]), action, may_act, waiting)
