"""The additional scene of the pictures: `python -m tools.picture_scene`, on a database with the demo event.

The services do everything, as for officials. A second event waits for its first draw, a third for a play-off.
"""

import os
import sys
from datetime import timedelta
from decimal import Decimal

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
django.setup()

from django.db import transaction  # noqa: E402 - Django first

from romme_turnier.accounts.models import User  # noqa: E402
from romme_turnier.tournament import models  # noqa: E402
from romme_turnier.tournament.disputes import cases  # noqa: E402
from romme_turnier.tournament.events import announcements  # noqa: E402
from romme_turnier.tournament.events.timetable import store_timetable  # noqa: E402
from romme_turnier.tournament.exchange.demo import FIXTURES  # noqa: E402
from romme_turnier.tournament.exchange.event_file.importing import import_event  # noqa: E402
from romme_turnier.tournament.exchange.event_file.reading import read  # noqa: E402
from romme_turnier.tournament.hall import clock, messages as hall_messages  # noqa: E402
from romme_turnier.tournament.lists.checking import hand_in  # noqa: E402
from romme_turnier.tournament.money import fees, ledger, prizes  # noqa: E402
from romme_turnier.tournament.participants.register.merging import merge_players  # noqa: E402
from romme_turnier.tournament.participants.unpaid import set_pays_later, unpaid  # noqa: E402
from romme_turnier.tournament.seating import draws, series as series_services  # noqa: E402
from romme_turnier.tournament.standings import releases  # noqa: E402

BEFORE = "fruehlingspokal"  # the address of the event that waits for its first draw
TIED = "clubabend"  # that of the event that waits for a play-off
_GAMES = ((1, [0, 20, 30, 40]), (2, [20, 0, 40, 30]), (3, [30, 40, 0, 20]), (1, [0, 30, 20, 45]))  # at both tables
Kind = models.Prize.Ranking
Method = models.LedgerEntry.Method


def main() -> int:
    event, by = models.Event.objects.get(slug="lindenhof-pokal"), User.objects.get()
    with transaction.atomic():  # the timetable is stored as part of a verb
        _announce(event)
    _take_money(event, by)
    _play_on(event, by)
    _quarrel(event, by)
    _event_before_its_draw(by)
    _event_with_equals(by)
    return 0


def _announce(event: models.Event) -> None:
    event.series_minutes, event.capacity, event.prizes_only_if_present = 90, 64, True
    event.self_registration = True
    event.bank_details = "Romméfreunde Lindenhof, IBAN DE02 1203 0000 0000 2020 51"
    event.announcement = "Im Foyer gibt es ab 8:30 Uhr Kaffee und Kuchen, mittags ein warmes Essen."
    event.save()
    event.fee_kinds.create(name="Jugend", amount=Decimal(6))
    programme = [(-1.0, "Einlass und Meldung", None), (2.0, "Mittagspause", None), (7.0, "Siegerehrung", None)]
    series = [(0.0, "", 1), (3.0, "", 2), (5.0, "", 3)]
    store_timetable(
        event, [(event.starts_at + timedelta(hours=after), what, n) for after, what, n in (*programme, *series)]
    )
    plan = [
        prizes.PlanLine(first_rank=1, last_rank=1, amount=Decimal(120), thing="Wanderpokal"),
        prizes.PlanLine(first_rank=2, last_rank=2, amount=Decimal(80)),
        prizes.PlanLine(first_rank=3, last_rank=6, amount=Decimal(25)),
        *(
            prizes.PlanLine(ranking=Kind.SERIES, series_number=n, first_rank=1, last_rank=1, thing="Präsentkorb")
            for n in (1, 2, 3)
        ),
        prizes.PlanLine(ranking=Kind.TEAM, first_rank=1, last_rank=1, amount=Decimal(60)),
    ]
    prizes.store_plan(event, plan, {}, by=None)


def _take_money(event: models.Event, by: User) -> None:
    ledger.book(event, models.LedgerEntry.Kind.FLOAT, Decimal(50), key="scene-float", by=by, text="Wechselgeld")
    for registration in event.registrations.filter(number__lte=30).order_by("number"):
        method = Method.BANK if registration.number in (4, 9) else Method.CASH
        fees.pay(registration, method=method, key=f"scene-{registration.number}", by=by)


def _play_on(event: models.Event, by: User) -> None:
    series = event.series.get(number=3)
    clock.start_clock(series, by=by)
    models.Series.objects.filter(pk=series.pk).update(played_before=timedelta(minutes=52))
    message = hall_messages.announce(event, "Kaffee und Kuchen stehen im Foyer bereit.", minutes=None, by=by)
    models.HallMessage.objects.filter(pk=message.pk).update(at=message.at - timedelta(minutes=8))  # seen by all
    for table in series.tables.filter(spielliste__hand_in=None).order_by("number")[:4]:
        hand_in.record_hand_in(
            table.spielliste,
            paper=models.HandIn.Custody.IN,
            unsigned=[2] if table.number == 3 else [],
            expected=0,
            by=by,
        )


def _quarrel(event: models.Event, by: User) -> None:
    call = cases.Call(
        facts="Platz 2 hat mit einem Joker ausgelegt, der schon in einer Sequenz lag.",
        series=3,
        table=2,
        game=7,
        seats=[2],
    )
    dispute = cases.call_referee(event, call, by=by)
    cases.decide(
        dispute, "Die Auslage wird zurückgenommen, 100 Strafpunkte.", clause="§ 6.4", expected=dispute.version, by=by
    )


def _event_before_its_draw(by: User) -> None:
    content = read((FIXTURES / "demo-event.json").read_bytes())
    content["event"] |= {"slug": BEFORE, "name": "Frühlingspokal"}
    content["event"]["starts_at"] = (
        models.Event.objects.get(slug="lindenhof-pokal").starts_at + timedelta(days=14)
    ).isoformat()
    content["participants"] = content["participants"][:36]  # two of the register are still to come
    event = import_event(content, by=by).event
    _known_to_the_register(event, by)
    with transaction.atomic():
        _announce(event)
    announcements.publish_event(event, by=by)
    for registration in unpaid(event.registrations.select_related("player", "fee")):
        set_pays_later(registration, True, by=by)
    draws.propose_draw(event, 1, by=by, seed="frühling")


def _known_to_the_register(event: models.Event, by: User) -> None:
    """Merges the people that an import has added again with those of the demo event."""
    known = {one.name: one.player for one in models.Event.objects.earliest("pk").registrations.select_related("player")}
    for registration in event.registrations.select_related("player"):
        merge_players(known[registration.name], registration.player, by=by)


def _event_with_equals(by: User) -> None:
    """Makes an event with two tables whose lists are the same: each player is tied with one of the other table."""
    content = read((FIXTURES / "demo-event.json").read_bytes())
    content["event"] |= {"slug": TIED, "name": "Clubabend", "series_count": 1, "games_per_list": len(_GAMES)}
    content["event"]["starts_at"] = (models.Event.objects.get(slug=BEFORE).starts_at - timedelta(days=21)).isoformat()
    content["participants"], content["teams"] = content["participants"][:8], []
    games = [
        {"number": number, "finisher": finisher, "handromme": False, "points": points}
        for number, (finisher, points) in enumerate(_GAMES, start=1)
    ]
    seats = [[one["number"] for one in content["participants"][first : first + 4]] for first in (0, 4)]
    tables = [
        {"number": number, "seats": numbers, "list": {"status": "checked", "games": games}}
        for number, numbers in enumerate(seats, start=1)
    ]
    content["series"] = [{"number": 1, "tables": tables}]
    series = import_event(content, by=by).event.series.get()
    _known_to_the_register(series.event, by)
    if not series.is_closed:
        series_services.close_series(series, by=by)
    releases.release_standings(series.event, 1, by=by)


if __name__ == "__main__":
    sys.exit(main())
