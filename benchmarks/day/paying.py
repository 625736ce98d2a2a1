"""The cost of a click on "Bezahlt" on the cash page of 300 people: ``python -m benchmarks.day.paying``.

The request that the page's script sends, with the session of an official and all middleware, up to the answer that
changes the row and the sums; for comparison the whole page, as without a script. Processor time, the median of many
clicks.
"""

from __future__ import annotations

import statistics
import sys
import uuid
from collections.abc import Callable
from decimal import Decimal
from time import process_time
from typing import Any

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.timing import fixed_loop
from romme_turnier.accounts.models import User
from romme_turnier.tournament import models

PEOPLE, CLICKS, PAGES = 300, 60, 10


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    event = _event()
    official = Client(SERVER_NAME="localhost")
    official.force_login(User.objects.get(), "django.contrib.auth.backends.ModelBackend")
    registrations = iter(event.registrations.order_by("pk"))

    def click() -> HttpResponseBase:
        address = reverse("organiser:cash_pay", args=[event.slug, next(registrations).pk])
        return official.post(address, {"key": uuid.uuid4().hex}, headers={"HX-Request": "true"})

    def page() -> HttpResponseBase:
        return official.get(reverse("organiser:cash", args=[event.slug]))

    bare = _median(lambda: official.get("/nichts/"), CLICKS)
    paid, whole = _median(click, CLICKS), _median(page, PAGES)
    if event.ledger.count() != CLICKS + 1:
        raise SystemExit("not every click was booked")
    sys.stdout.write(
        f"a click among {PEOPLE} people {paid:.0f} ms, the whole page {whole:.0f} ms, a bare view {bare:.1f} ms: "
        f"ratio of the click {paid / bare:.0f}\n"
    )


def _event() -> models.Event:
    official = User.objects.create_superuser("leitung", password="nur-fuer-diese-messung")  # noqa: S106 - gone soon
    event = models.Event.objects.create(
        slug="kasse",
        held_by=models.Organiser.objects.create(number="1", slug="verein"),
        name="Kasse",
        starts_at=timezone.now(),
        bonus_mode="per_list",
        entry_fee=Decimal(10),
    )
    models.EventRole.objects.create(event=event, user=official, role=models.EventRole.Role.DIRECTOR)
    players = models.Player.objects.bulk_create(
        models.Player(first_name=f"Vera{number}", last_name=f"Spieler{number}") for number in range(1, PEOPLE + 1)
    )
    models.Registration.objects.bulk_create(
        models.Registration(event=event, player=player, number=number) for number, player in enumerate(players, start=1)
    )
    return event


def _median(request: Callable[[], Any], times: int) -> float:
    """Milliseconds; the first one warms up."""
    taken = []
    for time in range(times + 1):
        start = process_time()
        status = request().status_code
        if time:
            taken.append((process_time() - start) * 1000)
        if status != 200:
            raise SystemExit(f"answered {status}")
    return statistics.median(taken)


if __name__ == "__main__":
    main()
