"""The mark in the bar of every page of officials: number of calling tables, and longest waiting time."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, pgettext

from romme_turnier.tournament.hall.calls_reading import Waiting, minutes_between
from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class CallsMark:
    """`words` and `wait` are next to or below each other; `waits`: a table has no answer yet. `said` announces a new
    call; `newest` grows with each call without an answer.
    """

    url: str
    words: str
    wait: str
    waits: bool
    newest: int
    said: str


def mark_of(event: Event, waiting: Waiting) -> CallsMark | None:
    """Returns None if no table calls."""
    if not (waiting.unanswered or waiting.answered):
        return None
    count = waiting.unanswered or waiting.answered
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
