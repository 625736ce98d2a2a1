"""The front desk in tests: its address, its form data, and checking a person in with one step."""

from decimal import Decimal
from typing import Any

from django.test import Client

from romme_turnier.tournament import models
from tests.factories import one
from tests.web.organiser.pages import text, url

TEN = Decimal("10.00")
ALL = {"paid": "on", "with_number": "on", "arrived": "on"}
SCRIPT = {"HX-Request": "true"}


def desk(event: models.Event) -> str:
    return url("front_desk", event)


def plain(page: Any) -> str:
    return text(page).replace("\N{NO-BREAK SPACE}", " ")


def hand_out(client: Client, who: models.Registration, typed: dict[str, str], **more: Any) -> Any:
    return client.post(url("participant_hand_out", who.event, who.pk), typed, **more)


def paid(event: models.Event, number: int) -> models.Registration:
    event.registrations.filter(number=number).update(paid=True)
    return one(event, number)
