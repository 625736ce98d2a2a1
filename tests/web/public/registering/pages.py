"""Registering without an account: form data and the page that follows."""

from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from tests.factories import make_official, make_open_event

Status = models.Registration.Status
PERSON = {"first_name": "Berta", "last_name": "Neu", "club": "RC Nord", "contact": "0170 1234567"}
ADDRESS = "/t/testpokal/anmelden/"
TEAM_ADDRESS = f"{ADDRESS}mannschaft/"


def open_event(**fields: Any) -> models.Event:
    make_official()
    return make_open_event(**fields)


def closing(event: models.Event) -> datetime:
    assert event.registration_closes_at is not None
    return event.registration_closes_at


def send(data: dict[str, Any] = PERSON, *, address: str = ADDRESS, client: Client | None = None) -> Any:
    return (client or Client()).post(address, data)


def own_page(registration: models.Registration, name: str = "registration") -> str:
    return reverse(f"public:{name}", args=[registration.event.slug, registration.token])


def page(path: str) -> str:
    return Client().get(path).content.decode()


def team_data(size: int = 4, *, substitute: bool = False) -> dict[str, str]:
    data = {"team": "Nordlichter", "club": "RC Nord", "contact": "nord@beispiel.de"}
    for n in range(1, size + 1):
        data |= {f"p{n}_first_name": f"Vera{n}", f"p{n}_last_name": "Nord"}
    return data | ({"e_first_name": "Emil", "e_last_name": "Ersatz"} if substitute else {})
