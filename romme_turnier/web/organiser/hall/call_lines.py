"""Calls from tables: a line for each call, and the mark in the bar of every officials' page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, pgettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament.hall.calls_reading import minutes_after, minutes_between, waiting_calls
from romme_turnier.tournament.models import Event, Series, TableCall
from romme_turnier.tournament.permissions import Right, may


@dataclass(frozen=True, slots=True)
class Line:
    """A call from a table, as one official sees it.

    `name` is the start number and name of the caller, or "" if unknown. `dispute_url` is "" if the official may not
    rule or the call is about an illness. `text_url`, for sending a message to the table, is "" outside the current
    series.
    """

    call: TableCall
    name: str
    minutes: int
    answered_after: str
    is_mine: bool
    list_url: str
    dispute_url: str
    text_url: str


def lines_of(calls: Iterable[TableCall], user: User, event: Event, played: Series | None) -> list[Line]:
    """Returns a line for each call. Only tables of the series `played` can receive messages."""
    now, may_rule = timezone.now(), may(user, Right.RULE, event)
    return [
        Line(
            call=call,
            name=str(call.registration or ""),
            minutes=minutes_between(call.called_at, now),
            answered_after=minutes_after(call.until_answer),
            is_mine=call.answered_by_id == user.pk,
            list_url=reverse("organiser:list", args=[event.slug, call.table.series.number, call.table.number]),
            dispute_url=_dispute(event, call) if may_rule and call.about != TableCall.About.ILL else "",
            text_url=reverse(
                "organiser:hall", args=[event.slug], query={"tisch": call.table.number}, fragment="durchsagen"
            )
            if played == call.table.series
            else "",
        )
        for call in calls
    ]


def _dispute(event: Event, call: TableCall) -> str:
    known = {"serie": call.table.series.number, "tisch": call.table.number, "platz": call.seat}
    query = {name: value for name, value in known.items() if value is not None}
    return reverse("organiser:dispute_create", args=[event.slug], query=query)


@dataclass(frozen=True, slots=True)
class CallsMark:
    """The mark in the bar: the number of unanswered calls and the time since the first.

    If all calls are answered, it shows their number. `waits` means that a call has no answer yet. `newest` is the key
    of the newest unanswered call, or 0; when `newest` grows, screen readers read out `said`.
    """

    url: str
    words: str
    wait: str
    waits: bool
    newest: int
    said: str


def mark_of(event: Event) -> CallsMark | None:
    """Returns the mark, or None if no call is open."""
    waiting = waiting_calls(event)
    count = waiting.unanswered or waiting.answered
    if not count:
        return None
    since = minutes_between(waiting.since, timezone.now()) if waiting.since else 0
    words = ngettext("%(n)d Ruf", "%(n)d Rufe", count) % {"n": count}
    wait = pgettext("Ruf", "läuft")
    if waiting.unanswered:
        wait = _("%(n)d min") % {"n": since} if since else pgettext("Ruf", "eben")
    said = ngettext("%(n)d Tisch ruft die Spielleitung.", "%(n)d Tische rufen die Spielleitung.", waiting.unanswered)
    return CallsMark(
        url=reverse("organiser:hall_calls", args=[event.slug]),
        words=words,
        wait=wait,
        waits=bool(waiting.unanswered),
        newest=waiting.newest,
        said=said % {"n": waiting.unanswered},
    )
