"""The demo event: three series, two of them finished and one half entered, with one of its lists on a phone.

The event is made by the services that officials use, so its logs, revisions and draws are genuine. Players and lists
come from `fixtures/`; some lists have scorers' typical mistakes. Its first club also has a season (demo_season.py).
"""

import json
import secrets
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.first_visit import DEMO_USERNAME
from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.at_table.writing import write_game
from romme_turnier.tournament.events import announcements
from romme_turnier.tournament.exchange.demo_season import make_demo_season
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import read
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.participants.unpaid import set_pays_later, unpaid
from romme_turnier.tournament.seating import draws, series as series_services
from romme_turnier.tournament.shared.service import service
from romme_turnier.tournament.standings import releases

FIXTURES = Path(settings.RESOURCES) / "fixtures"
STARTS_AT = time(10)

_WORDS = """
    abend ahorn amsel anker apfel balkon beere birke biene blume brief brunnen buche burg dorf eiche
    erbse esel falke feder fenster feuer garten geige gras hafen hase hecht herbst himbeere honig igel
    insel kamin kanne kerze kiesel kirsche klee korb lampe laterne linde luchs mantel markt mond moos
    morgen muschel nebel nuss ofen perle pflaume pilz quelle regen reh rose sattel segel sommer stern
    tanne teich turm ufer vogel wald weide welle wiese winter wolke zaun ziegel
""".split()  # noqa: SIM905 - read as words


@dataclass(frozen=True, slots=True)
class Demo:
    """The new event, its director's account, and the password of that account, which is stored only as a hash."""

    event: models.Event
    user: User
    password: str


def is_untouched() -> bool:
    """Returns whether the program has no events and no accounts yet, which the demo event requires."""
    return not models.Event.objects.exists() and not User.objects.exists()


@service(gettext_lazy("Übungsturnier angelegt"))
def make_demo() -> Demo:
    """Creates the demo event, its director (a superuser), and a season of its first club."""
    content = read((FIXTURES / "demo-event.json").read_bytes())
    course = json.loads((FIXTURES / "demo-lists.json").read_text(encoding="utf-8"))
    start = timezone.localtime().replace(hour=STARTS_AT.hour, minute=0, second=0, microsecond=0)
    content["event"]["starts_at"] = start.isoformat()
    user, password = make_official()
    event = import_event(content, by=user).event
    event.registrations.filter(number__in=course["consent"]).update(publish_name=True)
    announcements.publish_event(event, by=user)
    for registration in unpaid(event.registrations.select_related("player", "fee")):
        set_pays_later(registration, True, by=user)
    for number, facts in enumerate(course["series"], start=1):
        play(event, number, facts, user)
    _add_season(event, course, user)
    return Demo(event, user, password)


def _add_season(event: models.Event, course: dict[str, Any], by: User) -> None:
    """Adds a season of the first club. Its evenings repeat games of the first series."""
    entries = list(event.registrations.select_related("player", "club").order_by("number"))
    members = [entry.player for entry in entries if entry.club == entries[0].club]
    others = [entry.player for entry in entries if entry.club != entries[0].club]
    games = [game for entered in course["series"][0]["lists"] for game in entered["games"] if len(game.split()) == 4]
    make_demo_season(members, others, games, venue=event.venue, by=by)


def make_official() -> tuple[User, str]:
    """Creates the demo's superuser; returns the account and the password, which is stored only as a hash."""
    password = "-".join(secrets.choice(_WORDS) for _n in range(4)) + f"-{secrets.randbelow(90) + 10}"
    user = User(username=DEMO_USERNAME, display_name="Spielleitung Lindenhof", is_superuser=True)
    user.set_password(password)
    user.save()
    return user, password


def play(event: models.Event, number: int, facts: dict[str, Any], by: User) -> None:
    """Draws a series, releases its seats, and enters its lists.

    If all lists are checked, closes the series and releases the standings.
    """
    draw = draws.propose_draw(event, number, by=by, seed=facts["seed"])
    series = draws.apply_draw(draw, by=by)
    series_services.release_seats(series, by=by)
    if any("phone_of_seat" in entered for entered in facts["lists"]):
        allowed = models.Event.PhoneLists.ALLOWED
        set_own_terms(series, phone_lists=allowed, confirmations=None, blind_check=None, by=by)
    tables = series.tables.select_related("spielliste", "series__event").order_by("number")
    for table, entered in zip(tables, facts["lists"], strict=True):
        if seat := entered.get("phone_of_seat"):
            _write_on_phone(table.spielliste, entered["games"], seat)
        else:
            _enter(table.spielliste, entered, by)
    if all(entered["status"] == "checked" for entered in facts["lists"]):
        series_services.close_series(series, by=by)
        releases.release_standings(event, number, by=by)


def _write_on_phone(spielliste: models.Spielliste, games: list[str], seat: int) -> None:
    seats = spielliste.table.seats.select_related("registration").order_by("number")
    players = [number for sitting in seats if (number := sitting.registration.number)]
    pen = phones.open_list(spielliste, seats.get(number=seat).registration, token=new_token(), card_end=None)
    phones.take_pen(pen)
    for number, cells in enumerate(games, start=1):
        write_game(pen, parse_row(number, cells.split()), players=players, expected=0, key="")


def _enter(spielliste: models.Spielliste, facts: dict[str, Any], by: User) -> None:
    for number, cells in enumerate(facts["games"], start=1):
        entries.save_row(spielliste, parse_row(number, cells.split()), expected=0, by=by)
    if claims := _claims(facts):
        entries.save_claims(spielliste, claims, expected=None, by=by)
    for penalty in facts.get("penalties", []):
        decisions.add_penalty(spielliste, **penalty, expected=None, by=by)
    if facts["status"] != "open":
        entries.complete(spielliste, expected=None, by=by)
        _correct(spielliste, facts, by)
    if facts["status"] == "checked":
        spielliste.refresh_from_db()
        entries.check(spielliste, expected=None, by=by)
        table = spielliste.table
        (state,) = hand_ins(table.series.event, table.series.number, table=table.number)
        record_hand_in(spielliste, paper=models.HandIn.Custody.IN, fine_paid=state.due, expected=0, by=by)


def _claims(facts: dict[str, Any]) -> dict[int, entries.SeatClaim]:
    columns = [facts.get(name) for name in ("claimed_totals", "claimed_results", "claimed_finished")]
    seats = max((len(column) for column in columns if column), default=0)
    return {
        seat: entries.SeatClaim(*(column[seat - 1] if column else None for column in columns))
        for seat in range(1, seats + 1)
    }


def _correct(spielliste: models.Spielliste, facts: dict[str, Any], by: User) -> None:
    """Corrects a complete list; each correction is a separate revision."""
    for row in facts.get("corrections", []):
        parsed = parse_row(row["game"], row["cells"].split())
        entries.save_row(spielliste, parsed, expected=1, by=by, reason=row["reason"], consent=row["consent"])
    if corrected := facts.get("corrected_totals"):
        claims = _claims({**facts, "claimed_totals": corrected["totals"]})
        entries.save_claims(spielliste, claims, expected=None, by=by, reason=corrected["reason"])
