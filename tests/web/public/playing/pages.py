"""Pages of a table as its people find them."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import PlayTable
from romme_turnier.web.public.phone_identity import remember_seat
from tests.tournament.playing.tables import with_dealer

PART = {"X-Part": "table"}


def opened(client: Client, **wish: Any) -> tuple[str, PlayTable]:
    """Opens a table by its form; returns its address and row."""
    sent = {"regeln": "treppenromme", "name": "Anna", "opponents": 1, "strength": "einfach", "o_target": 500, **wish}
    answer = client.post(reverse("public:play"), sent)
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"], PlayTable.objects.latest("pk")


def page(client: Client, address: str, **headers: str) -> tuple[Any, str]:
    answer = client.get(address, headers=headers)
    return answer, answer.content.decode()


def seated(row: PlayTable, holder: int) -> Client:
    """The browser of the person that sat down with this move."""
    client, response = Client(), HttpResponse()
    remember_seat(response, row, holder)
    client.cookies.update(response.cookies)
    return client


def dealt(client: Client, system: str = "rommeordnung", opponents: int = 2) -> tuple[str, PlayTable]:
    """A table whose first game was dealt by Anna; the client becomes hers."""
    row, (anna,) = with_dealer(1, system=system, opponents=opponents)
    address = reverse("public:play_table", args=[row.token])
    client.cookies.update(seated(row, anna).cookies)
    assert client.post(address, {"do": "mischen"}).status_code == 302
    return address, row


def own(name: str) -> str:
    """Returns the name of the visitor's own player as the page marks it; small phones leave the word out."""
    return f'{name}<span class="player__you"> (Sie)</span>'
