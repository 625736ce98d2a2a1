"""An event whose every word is as long as the program lets it be, with something on each of its papers."""

from datetime import timedelta
from decimal import Decimal
from itertools import cycle, islice
from typing import Any

from django.utils import timezone

from romme_turnier.core.seating.draw import table_sizes
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.revision_chain import content_of
from romme_turnier.tournament.seating.drawn_cards import start_cards
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_event, make_official, register, seat_series

FIRST_NAMES = ("Maximiliane-Alexandra-Wilhelmine-Charlot", "Friedrichwilhelmalexandermaximiliankonra")
LAST_NAMES = ("Schmidt-Wartenberg-Hohenlohe-Langenburger", "Oberwasserstraßenbauverwaltungsdirektorin")
CLUB = "Rommé- und Kartenspielvereinigung Mecklenburg-Vorpommern-Süd e. V."
TEAM = "Mannschaft der unerschrockenen Kartenlegerinnen aus Bad Salzuflen"
EVENT = (
    "Achtunddreißigste Norddeutsche Einzel- und Mannschaftsmeisterschaft im Rommé um den Wanderpokal der Hansestadt "
    "Lübeck XL"
)
VENUE = (
    "Bürgerhaus am Alten Güterbahnhof, Großer Festsaal im zweiten Obergeschoss, Eingang Rückseite über den Hof der "
    "Friedrich-Wilhelm-Raiffeisen-Straße 117 a bis f, 23552 Lübeck-Sankt Lorenz (Süd), Ortsteil Holstentor"
)
ORGANISER = (
    "Landesverband der Rommé- und Kartenspielvereine Schleswig-Holsteins und der Freien und Hansestadt Hamburg e. V."
)
CATEGORY = "Seniorinnen und Senioren ab dem vollendeten 65. Lebensjahr"
REASON = (
    "Nach Rücksprache mit allen Beteiligten und Einsicht in die Liste des Nachbartisches wird der Eintrag berichtigt. "
) * 2


def longest_event(players: int = 38, *, series: int = 1, games: int = 12, **fields: Any) -> models.Event:
    """Everybody with the longest names, half of them with the right to be named in full; no game is played yet."""
    event = make_event(
        players=0,
        clubs=0,
        name=EVENT[:120],
        venue=VENUE[:200],
        organiser=ORGANISER[:120],
        series_count=series,
        games_per_list=games,
        published_at=timezone.now(),
        announcement=("Es gibt Kuchen, Kaffee und belegte Brötchen. " * 12 + "\n\n") * 6,
        entry_fee=Decimal("1234.50"),
        **fields,
    )
    clubs = [models.Club.objects.create(name=f"{CLUB} {letter}") for letter in "AB"]
    category = models.Category.objects.create(event=event, name=CATEGORY)
    names = zip(cycle(FIRST_NAMES), cycle(reversed(LAST_NAMES)), strict=False)
    for number, (first, last) in enumerate(islice(names, players), start=1):
        entry = register(
            event, number, club=clubs[number % 2], first_name=first, last_name=last, publish_name=number % 2 > 0
        )
        if number % 3 == 0:
            entry.categories.add(category)
    for key in range(players // 4):
        team = models.Team.objects.create(event=event, key=f"T{key}", name=f"{TEAM} {key + 1}", position=key)
        for number in range(key * 4 + 1, key * 4 + 5):
            entry = event.registrations.get(number=number)
            models.TeamMember.objects.create(team=team, registration=entry, position=number)
    return event


def seated(event: models.Event, number: int = 1, *, seats: int | None = None) -> models.Series:
    """A series with tables of four and three, or of `seats`."""
    numbers = iter(range(1, event.registrations.count() + 1))
    count = event.registrations.count()
    sizes = table_sizes(count, event.rules) if seats is None else (seats,) * (count // seats)
    return seat_series(event, number, [list(islice(numbers, size)) for size in sizes])


def played(event: models.Event, series: models.Series, *, points: int = 90) -> models.Series:
    """Every list checked, written straight into the tables: the last seat loses with `points` in each game."""
    now = timezone.now()
    for spielliste in models.Spielliste.objects.filter(table__series=series).select_related("table"):
        seats = spielliste.table.seats.count()
        finisher = spielliste.table.number % seats + 1
        for game in range(1, event.games_per_list + 1):
            row = models.GameRow.objects.create(spielliste=spielliste, number=game, finisher=finisher, stands=True)
            models.GameEntry.objects.bulk_create(
                models.GameEntry(row=row, seat=seat, points=0 if seat == finisher else points - seat)
                for seat in range(1, seats + 1)
            )
        models.Penalty.objects.create(spielliste=spielliste, seat=1, game=1, points=1000, reason=REASON[:120], at=now)
        if spielliste.table.number == 1:
            _with_faults(spielliste, seats)
        _check(spielliste)
    models.Series.objects.filter(pk=series.pk).update(closed_at=now, seats_released_at=now)
    series.refresh_from_db()
    return series


def _with_faults(spielliste: models.Spielliste, seats: int) -> None:
    """As many notes as a list can have: impossible points, rulings, a player that left."""
    now, games = timezone.now(), spielliste.rows.count()
    models.GameEntry.objects.filter(row__spielliste=spielliste, points__gt=0).update(points=1999)
    models.RowRuling.objects.create(spielliste=spielliste, game=2, reason=REASON[:120], at=now)
    models.Vacancy.objects.create(spielliste=spielliste, seat=seats, from_game=games, reason=REASON[:120], at=now)


def _check(spielliste: models.Spielliste) -> None:
    from romme_turnier.tournament.lists.change import store_totals  # noqa: PLC0415

    models.Spielliste.objects.filter(pk=spielliste.pk).update(status=models.Spielliste.Status.CHECKED)
    spielliste.refresh_from_db()
    store_totals(spielliste)


def everything(players: int = 38, *, series: int = 2, games: int = 12, **fields: Any) -> models.Event:
    """An event at its end: something is on every paper."""
    event = longest_event(players, series=series, games=games, **fields)
    for number in range(1, series + 1):
        played(event, seated(event, number))
        release_standings(event, number, by=None, note=REASON[:200])
    with_disputes(event)
    with_notices(event)
    with_money(event)
    return event


def with_cards(event: models.Event, number: int) -> None:
    """Cards for a series that has no tables yet; everybody has paid."""
    event.registrations.update(paid=True)
    if number > event.series_count:
        event.series_count = number
        event.save(update_fields=["series_count"])
    start_cards(event, number, by=None)


def with_stake(event: models.Event) -> models.Event:
    """The same points as if they had been played for money, under a rule system that settles in it."""
    event.ruleset, event.stake = "classic", Decimal("12.3456")
    event.save(update_fields=["ruleset", "stake"])
    return event


def on_phones(event: models.Event) -> models.Event:
    """The same with lists on phones."""
    event.phone_lists = models.Event.PhoneLists.ALLOWED
    event.save(update_fields=["phone_lists"])
    return event


def with_disputes(event: models.Event, count: int = 4) -> None:
    now, referee = timezone.now(), make_official(event, "referee", "rudi")
    for number in range(1, count + 1):
        dispute = models.Dispute.objects.create(
            event=event,
            number=number,
            series_number=1,
            table_number=1,
            game=12,
            seats=[1, 2, 3, 4],
            players=[1, 2, 3, 4],
            clause="§ 8.2, § 8.4 und § 2.3.2 in Verbindung m",
            facts=REASON * 4,
            called_at=now,
            decision=REASON * 4,
            referee=referee,
            referee_of_same_club=True,
            decided_at=now,
            appeal="upheld",
            appeal_grounds=REASON * 3,
            appeal_decision=REASON * 2,
            appeal_by=referee,
            appeal_at=now,
        )
        for _effect in range(3):
            models.DisputeEffect.objects.create(dispute=dispute, words=(REASON * 2)[:300], at=now, by=referee)


def with_notices(event: models.Event) -> None:
    """One correction, four people to inform."""
    spielliste = list_of(event.series.get(number=1))
    content = content_of(load(spielliste.pk))
    revision = models.Revision.objects.create(
        spielliste=spielliste, number=1, content=content, reason=REASON[:300], at=timezone.now(), hash="x" * 64
    )
    for seat in spielliste.table.seats.all():
        models.Notice.objects.create(
            revision=revision, seat=seat.number, registration=seat.registration, old_result=-12345, new_result=23456
        )


def with_money(event: models.Event) -> None:
    now, karl = timezone.now(), make_official(event, "cashier", "karl")
    team = event.teams.first()
    series = event.series.get(number=1)
    entries = [
        ("fee", "cash", "1234.50", 1, None, None),
        ("fine", "cash", "12345.75", 2, None, series),
        ("refund", "bank", "-99999.99", 3, None, None),
        ("other", "bank", "45000.00", None, team, None),
        ("prize", "cash", "-20000.00", None, team, None),
    ]
    for place in range(1, 41):
        kind, method, amount, number, whose, of = entries[place % len(entries)]
        models.LedgerEntry.objects.create(
            event=event,
            number=place,
            kind=kind,
            method=method,
            amount=Decimal(amount),
            registration=event.registrations.get(number=number) if number else None,
            team=whose,
            series=of,
            text=REASON[:200] if place % 2 else "",
            by=karl,
            at=now,
        )
    pieces = {"500.00": 123, "200.00": 1, "0.05": 1234, "0.01": 99999}
    models.CashCount.objects.create(
        event=event, pieces=pieces, counted=Decimal(99999), expected=Decimal(-99999), note=REASON[:200], by=karl, at=now
    )
    rankings = ({"ranking": "event"}, {"ranking": "category", "category": event.categories.first()})
    for place in range(30):
        prize = models.Prize.objects.create(
            event=event,
            position=place,
            first_rank=place + 1,
            last_rank=place + 1,
            amount=Decimal("98765.00"),
            thing=("Präsentkorb mit Spezialitäten aus der Region, überreicht vom Ehrenvorsitzenden " * 2)[:120],
            **rankings[place % 2],
        )
        models.PrizeAward.objects.create(
            prize=prize,
            rank=place + 1,
            registration=event.registrations.get(number=place % 3) if place % 3 else None,
            team=None if place % 3 else team,
            amount=prize.amount,
            thing=prize.thing,
            released_at=now - timedelta(minutes=1),
        )
