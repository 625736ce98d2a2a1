"""The cost of a phone at a table that polls for a new list: ``python -m benchmarks.day.polling``.

Whole requests through the program's WSGI application and all its middleware, in one process without a network,
alternating with a bare view behind the same middleware: nothing is new (304), the same once a minute, when the phone is
noted as seen, and the whole page (200). Processor time.
"""

from __future__ import annotations

import statistics
import sys
from time import process_time

from django.core.wsgi import get_wsgi_application

from benchmarks.day.event import big_event
from benchmarks.day.serving import ask
from benchmarks.timing import fixed_loop
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.phones import open_list, take_pen

ROUNDS = 1_000
SELDOM = 20  # each of this many rounds, slow requests or a write


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    event = big_event(series=1)
    models.Event.objects.update(phone_lists="allowed")
    models.Series.objects.update(closed_at=None)
    models.Spielliste.objects.filter(table__number=7).update(status="open")
    spielliste = models.Spielliste.objects.get(table__number=7)
    for seat in spielliste.table.seats.order_by("-number"):
        token = f"phone of seat {seat.number}"
        phone = open_list(spielliste, seat.registration, token=token, card_end=None)
    take_pen(phone)
    cookie = f'tisch="{token}"'
    application = get_wsgi_application()
    path = f"/t/{event.slug}/serie/1/tisch/7/zettel/"
    _status, headers, body = ask(application, path, cookie=cookie)
    calls: dict[str, tuple[str, str, dict[str, str]]] = {
        "bare view": ("200 OK", "/nichts/", {}),
        "nothing new, 304": ("304 Not Modified", path, {"tag": headers["ETag"], "cookie": cookie}),
        "nothing new, 304, noted as seen": ("304 Not Modified", path, {"tag": headers["ETag"], "cookie": cookie}),
        "whole page, 200": ("200 OK", path, {"cookie": cookie}),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(ROUNDS):
        for name, (expected, address, more) in calls.items():
            noted = name.endswith("noted as seen")
            if (noted or name.startswith("whole")) and number % SELDOM:
                continue
            if noted:
                models.TablePhone.objects.update(seen_at=None)
            start = process_time()
            status = ask(application, address, **more)[0]
            times[name].append((process_time() - start) * 1000)
            if status != expected:
                raise SystemExit(f"{address} answers {status} instead of {expected}")
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    bare = medians["bare view"]
    sys.stdout.write(f"page of {len(body)} bytes\n")
    for name, median in medians.items():
        sys.stdout.write(f"{name}: {median:.2f} ms, {median / bare:.1f} of the bare view\n")


if __name__ == "__main__":
    main()
