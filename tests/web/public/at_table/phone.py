"""The phones of a table in tests: their pages and form data."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.models.fields import new_token
from tests.tournament.at_table.scene import AtTable

KEY = "k" * 32


def url(table: AtTable, name: str = "at_table", number: int = 1) -> str:
    return reverse(f"public:{name}", args=[table.event.slug, 1, number])


def seat_of(table: AtTable, seat: int) -> models.Registration:
    return table.spielliste.table.seats.get(number=seat).registration


def joined(table: AtTable, seat: int, *, pen: bool = False) -> Client:
    """A phone of that player that is in, as after the pages that let it in."""
    client, token = Client(), new_token()
    phone = phones.open_list(table.spielliste, seat_of(table, seat), token=token, card_end=None)
    if pen:
        phones.take_pen(phone)
    client.cookies["tisch"] = token
    return client


def wrong_codes(table: AtTable, times: int) -> None:
    models.TableAccess.objects.create(spielliste=table.spielliste, wrong_codes=times)


def numbers(table: AtTable) -> list[int | None]:
    """The start numbers by seat, as the page shows them."""
    return list(table.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True))


def send(client: Client, table: AtTable, game: int, cells: str = "R 20 30 40", **more: Any) -> Any:
    body = {"game": game, "cells": cells.split(), "players": numbers(table), "expected": 0, "key": f"{KEY}{game}"}
    body |= more
    return client.post(url(table, "at_table_row"), json.dumps(body), content_type="application/json")


def say(client: Client, table: AtTable, **body: str) -> str:
    body = {"fingerprint": fingerprint_of(table.loaded()), **body}
    return client.post(url(table, "at_table_statement"), body, follow=True).content.decode()


def write_all(pen: Client, table: AtTable) -> None:
    for game in (1, 2):
        send(pen, table, game)
