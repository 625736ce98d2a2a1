"""A list at the officials' desk: its addresses, its form data and its stored values."""

import re

from django.test import Client

from romme_turnier.tournament import models
from tests.factories import (
    Role,
    make_official,
)
from tests.web.reading import without_links_to_rules

Status = models.Spielliste.Status
OVERVIEW = "/leitung/testpokal/serie/1/listen/"
LIST = "/leitung/testpokal/serie/1/tisch/1/"
CORRECTING = f"{LIST}?berichtigen"


def signed_in(client: Client, event: models.Event, role: str = Role.DIRECTOR) -> Client:
    client.force_login(make_official(event, role, username=role))
    return client


def shown(client: Client, url: str = LIST) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return without_links_to_rules(response.content.decode())


def form_of(page: str) -> dict[str, str]:
    """The first form of the page that has cells, as a browser would send it."""
    inputs = re.findall(r"<input[^>]*>", page)
    fields: dict[str, str] = {}
    for text in inputs:
        name, value = re.search(r'name="([^"]+)"', text), re.search(r'value="([^"]*)"', text)
        if name and re.match(r"g\d|c\d|claims_shown|version", name[1]):
            fields.setdefault(name[1], value[1] if value else "")
    return fields


def typed(page: str, game: int, cells: str) -> dict[str, str]:
    fields = form_of(page)
    for seat, text in enumerate(cells.split(), start=1):
        fields[f"g{game}s{seat}"] = "" if text == "-" else text
    return fields


def points(spielliste: models.Spielliste, game: int) -> list[int | None]:
    entries = models.GameEntry.objects.filter(row__spielliste=spielliste, row__number=game)
    return list(entries.order_by("seat").values_list("points", flat=True))
