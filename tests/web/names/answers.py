"""Every page, file, paper and export about an event, as text."""

import json
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import reverse

from romme_turnier.documents.catalogue import jobs_of
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings
from romme_turnier.tournament.models import Event
from tests.web.matrix import ISSUE, LISTED, SERIES

_PUBLIC: dict[str, dict[str, Any]] = {
    "event": {},
    "seats": {},
    "draw": SERIES,
    "draw_record": SERIES,
    "standings": {},
    "release": ISSUE,
    "charts": ISSUE,
    "ranking": {**ISSUE, "key": "clubs"},
    "player": {"number": 1},
    "list": LISTED,
    "hall": {},
    "announcements": {},
}


def public_answers(client: Client, event: Event) -> Iterator[tuple[str, str]]:
    """Yields the public answers that show people, with their names. Pages that are not released are left out."""
    for name, arguments in _PUBLIC.items():
        answer = client.get(reverse(f"public:{name}", kwargs={"slug": event.slug, **arguments}))
        if answer.status_code == 200:
            yield name, _text(answer)
    for words in ("Vera", "1"):
        page = client.get(reverse("public:seats", args=[event.slug]), {"q": words})
        yield f"seats of {words}", _text(page)


def files_of(official: Client, event: Event) -> Iterator[tuple[str, str]]:
    """Yields the files that an official of the event can download, and the exports of the commands."""
    for file in DATA_FILES:
        answer = official.get(reverse(f"documents:{file.key}_file", kwargs={"slug": event.slug, "kind": "csv"}))
        if answer.status_code == 200:
            yield file.key, _text(answer)
    yield "event file", json.dumps(export_event(event), ensure_ascii=False, default=str)
    yield "standings", json.dumps(player_standings(event, 1), ensure_ascii=False)


def papers_of(event: Event, *keys: str) -> Iterator[tuple[str, str]]:
    """Yields the papers of the event that can be made now; with `keys`, only these."""
    for printout, job in jobs_of(event, base="https://turnier.example/"):
        if (not keys or printout.key in keys) and not printout.why_not(job):
            context = printout.fill(job)
            assert context is not None
            yield printout.key, html_of(printout.template, context)


def _text(answer: Any) -> str:
    content = b"".join(answer) if answer.streaming else answer.content
    return content.decode()
