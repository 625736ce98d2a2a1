"""Officials read packed lists on every page and paper as before, and reading unpacks nothing."""

import html
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from romme_turnier.documents.events.papers import closing_report
from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.packing import pack_lists
from tests.factories import make_official, make_season

pytestmark = pytest.mark.django_db
A_LINK = re.compile(r'(?:href|action)="(/leitung/probe/[^"#]*)')
OF_A_REQUEST = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|<!--[^>]*-->')
NOT_READ = re.compile(r"\.(?:pdf|png|svg|xlsx|ods|zip)\b|/protokoll")  # no text, or the log, which names the packing


@pytest.fixture
def event() -> models.Event:
    """An event of a closed season, played with corrections, disputes, fines and phones."""
    scenario = Scenario(seed=6, slug="probe", players=8, series=1, games=3, clubs=3, trouble=3.0, members=True)
    event = simulate(scenario).event
    models.Event.objects.filter(pk=event.pk).update(season=make_season(closed_at=timezone.now()))
    return models.Event.objects.get(pk=event.pk)


def pages(desk: Client) -> dict[str, tuple[int, str]]:
    """Status and text by address: every page and text file that links lead to from the event's page."""
    shown: dict[str, tuple[int, str]] = {}
    waiting = ["/leitung/probe/"]
    while waiting:
        address = waiting.pop()
        if address in shown or NOT_READ.search(address):
            continue
        answer = desk.get(address)
        text = OF_A_REQUEST.sub("", b"".join(answer).decode())
        shown[address] = (answer.status_code, text)
        if answer.headers["Content-Type"].startswith("text/html"):
            waiting += [html.unescape(link) for link in A_LINK.findall(text)]
    return shown


def papers(event: models.Event) -> list[object]:
    """The lists and the parts about them on paper."""
    lists = [lists_document(series, empty=False)["lists"] for series in event.series.all()]
    return [lists, [list(part.as_values()) for part in closing_report(event)["parts"]]]


def test_officials_read_packed_lists_as_before(event: models.Event) -> None:
    desk = Client()
    desk.force_login(make_official(event, username="anna", is_superuser=True))
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        before, printed = pages(desk), papers(event)
        pack_lists(event, by=None)
        event.refresh_from_db()
        after = pages(desk)
    assert after == before
    assert papers(event) == printed
    assert models.PackedLists.objects.exists()
    assert {f"/leitung/probe/serie/1/tisch/1/{page}" for page in ("", "verlauf/", "verlauf/1/")} <= after.keys()
    assert any(address.startswith("/leitung/probe/tabellen/listen.csv") for address in after)
