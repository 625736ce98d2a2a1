"""Small events for tests: rows made directly, decisions through the services as officials would."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.evaluation import evaluate, obligations
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.change import lock, store_totals, totals_of
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.revision_chain import add_revision
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.publishing.hooks import CHOICES
from romme_turnier.tournament.shared.sealing import box

PASSWORD = "geheim-geheim"
STARTS_AT = datetime(2026, 10, 17, 8, tzinfo=UTC)  # of events, if a test does not say otherwise
Role = models.EventRole.Role
Status = models.Spielliste.Status

# A game that breaks no rule: seat 1 ended it.
PLAIN_ROWS: Mapping[int, tuple[str, ...]] = {
    2: ("0", "20"),
    3: ("0", "20", "30"),
    4: ("0", "20", "30", "40"),
    5: ("0", "20", "30", "40", "50"),
    6: ("0", "20", "30", "40", "50", "60"),
}


def make_official(
    event: models.Event | None = None, role: str = Role.DIRECTOR, username: str = "leitung", **fields: Any
) -> User:
    """An account that can sign in; with an event, holding that role there. `fields` are those of a new account."""
    user = User.objects.filter(username=username).first()
    if user is None:
        user = new_user(username, **fields)
        user.save()
    if event is not None:
        models.EventRole.objects.get_or_create(event=event, user=user, role=role)
    return user


def new_user(username: str, **fields: Any) -> User:
    """Not stored yet; the password is `PASSWORD`."""
    fields = {"display_name": username.capitalize()} | fields
    return User(username=username, password=make_password(PASSWORD), **fields)


def make_event(*, players: int = 8, clubs: int = 2, slug: str = "testpokal", **fields: Any) -> models.Event:
    """An event with participants 1 … `players`, who belong to the clubs in turn; `fields` as given.

    Number of games and bonus are the usual ones of its rule system, as in the form of the announcement. An event with
    ``scoring="scoring_points"`` has the usual points for each game and no bonus.
    """
    rules = get_ruleset(fields.get("ruleset", "rommeordnung"))
    with_points = fields.get("scoring") == models.Event.Scoring.SCORING_POINTS
    four, three, handromme = (0, 0, 0) if with_points else rules.usual_bonus
    values: dict[str, Any] = {
        "points_per_game": USUAL if with_points else None,
        "games_per_list": rules.games or 12,
        "bonus_four": four,
        "bonus_three": three,
        "bonus_handromme": handromme,
        "name": "Testpokal",
        "starts_at": STARTS_AT,
        "bonus_mode": models.Event.Bonus.PER_LIST,
        "names": models.Event.Names.SHORT,
        **fields,
    }
    values.setdefault("held_by", make_organiser())
    event = models.Event.objects.create(slug=slug, **values)
    register_many(event, range(1, players + 1), clubs=_clubs(clubs) or [None])
    return event


def _clubs(count: int) -> list[models.Club]:
    names = [f"Rommé-Club {number}" for number in range(1, count + 1)]
    known = {club.name: club for club in models.Club.objects.filter(name__in=names)}
    new = models.Club.objects.bulk_create(models.Club(name=name) for name in names if name not in known)
    known |= {club.name: club for club in new}
    return [known[name] for name in names]


def make_organiser(**fields: Any) -> models.Organiser:
    """The organiser with this number; by default the first one of an installation."""
    values = {"number": "1", "slug": "verein", **fields}
    return models.Organiser.objects.get_or_create(number=values.pop("number"), defaults=values)[0]


def make_api_token(
    organiser: models.Organiser, scopes: str = "read", *, until: int = 30
) -> tuple[models.ApiToken, str]:
    """A token and its secret; its last day is given in days from today."""
    key = f"k{models.ApiToken.objects.count():07d}"
    secret = f"rt_{key}_{'s' * 32}"
    token = models.ApiToken.objects.create(
        organiser=organiser,
        name="Internetseite",
        scopes=scopes,
        key=key,
        hash=hash_of(secret),
        made_at=timezone.now(),
        until=timezone.localdate() + timedelta(days=until),
    )
    return token, secret


def make_hook(
    organiser: models.Organiser, url: str = "https://rc-herz.example/meldungen", **fields: Any
) -> models.Hook:
    """A hook for all kinds of messages, with the secret b"s" * 32."""
    values = {"types": [str(kind) for kind in CHOICES], "sealed": box("webhook").encrypt(b"s" * 32).decode()}
    return models.Hook.objects.create(organiser=organiser, url=url, at=timezone.now(), **{**values, **fields})


def make_office(
    organiser: models.Organiser,
    user: User,
    role: str,
    *,
    since: int = -1,
    until: int | None = None,
    made_account: bool = False,
) -> models.Office:
    """An office of the user; its first and last day are given in days from today."""
    today = timezone.localdate()
    return models.Office.objects.create(
        organiser=organiser,
        user=user,
        role=role,
        since=today + timedelta(days=since),
        until=None if until is None else today + timedelta(days=until),
        made_account=made_account,
    )


def make_season(**fields: Any) -> models.Season:
    """A season of the first organiser over the year 2026, without dates and rankings."""
    values = {"name": "Saison 2026", "slug": "2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    return models.Season.objects.create(organiser=fields.pop("organiser", None) or make_organiser(), **values | fields)


def make_open_event(*, players: int = 0, **fields: Any) -> models.Event:
    """A published event with open online registration until tomorrow; it begins a day later."""
    now = timezone.now()
    values: dict[str, Any] = {
        "starts_at": now + timedelta(days=2),
        "registration_closes_at": now + timedelta(days=1),
        "published_at": now - timedelta(days=1),
        "self_registration": True,
        **fields,
    }
    return make_event(players=players, **values)


def register_many(
    event: models.Event, numbers: Iterable[int], *, clubs: Sequence[models.Club | None] = (None,)
) -> list[models.Registration]:
    """Participants as `register` makes them, of the clubs in turn."""
    people = models.Player.objects.bulk_create(
        models.Player(first_name=f"Vera{number}", last_name=f"Spieler{number}", club=clubs[(number - 1) % len(clubs)])
        for number in numbers
    )
    models.OrganiserPlayer.objects.bulk_create(
        models.OrganiserPlayer(organiser=event.held_by, player=player) for player in people
    )
    return models.Registration.objects.bulk_create(
        models.Registration(event=event, player=player, club=player.club, number=number)
        for number, player in zip(numbers, people, strict=True)
    )


def register(
    event: models.Event, number: int | None, *, club: models.Club | None = None, **fields: Any
) -> models.Registration:
    """One participant with a unique name, as "Vera7 Spieler7"."""
    player = models.Player.objects.create(
        first_name=fields.pop("first_name", f"Vera{number}"),
        last_name=fields.pop("last_name", f"Spieler{number}"),
        club=club,
    )
    return register_player(event, player, club=club, number=number, **fields)


def register_player(event: models.Event, player: models.Player, **fields: Any) -> models.Registration:
    """A registration of a known person."""
    models.OrganiserPlayer.objects.get_or_create(organiser=event.held_by, player=player)
    return models.Registration.objects.create(event=event, player=player, **fields)


def one(event: models.Event, number: int = 1) -> models.Registration:
    """The participant with that start number."""
    return event.registrations.get(number=number)


@transaction.atomic
def seat_series(
    event: models.Event, number: int = 1, tables: Sequence[Sequence[int]] = ((1, 2, 3, 4), (5, 6, 7, 8))
) -> models.Series:
    """A series with tables 1, 2, … of these start numbers (seat 1 first), each with its open list."""
    series = models.Series.objects.create(event=event, number=number)
    by_number = {registration.number: registration for registration in event.registrations.all()}
    made = models.Table.objects.bulk_create(
        models.Table(series=series, number=place + 1) for place in range(len(tables))
    )
    seats = models.Seat.objects.bulk_create(
        models.Seat(table=table, series=series, number=seat, registration=by_number[start_number])
        for table, order in zip(made, tables, strict=True)
        for seat, start_number in enumerate(order, start=1)
    )
    models.Spielliste.objects.bulk_create(models.Spielliste(table=table) for table in made)
    empty = {size: evaluate(ListSheet(seats=size, games=()), event.terms) for size in {len(order) for order in tables}}
    sizes = {table.pk: len(order) for table, order in zip(made, tables, strict=True)}
    models.ListTotal.objects.bulk_create(totals_of(seat, empty[sizes[seat.table_id]], Status.OPEN) for seat in seats)
    return series


def list_of(series: models.Series, table: int = 1) -> models.Spielliste:
    """The list of a table, freshly read."""
    return models.Spielliste.objects.get(table__series=series, table__number=table)


def enter(
    spielliste: models.Spielliste, game: int, cells: str | Sequence[str], *, by: User | None = None, **more: Any
) -> entries.SavedRow:
    """Type one row, as "37 0 55 12" or cell by cell, over any stored one."""
    stored = models.GameRow.objects.filter(spielliste=spielliste, number=game).first()
    texts = cells.split() if isinstance(cells, str) else list(cells)
    row = parse_row(game, texts, highest_wins=spielliste.table.series.event.rules.highest_wins)
    more.setdefault("expected", stored.version if stored else 0)
    return entries.save_row(spielliste, row, by=by, **more)


def fill(
    spielliste: models.Spielliste, rows: Mapping[int, str | Sequence[str]] | None = None, *, by: User | None = None
) -> models.Spielliste:
    """Store all games of the list together, like an import: the given rows, and plain ones for the rest.

    Tests of entering use `enter`, which works like the desk.
    """
    return _written(spielliste, rows, by)


def make_complete(
    spielliste: models.Spielliste, rows: Mapping[int, str | Sequence[str]] | None = None, *, by: User | None = None
) -> models.Spielliste:
    """The list with every game and its first revision, even with faults."""
    return _written(spielliste, rows, by, Reason.COMPLETE)


def make_checked(
    spielliste: models.Spielliste, rows: Mapping[int, str | Sequence[str]] | None = None, *, by: User | None = None
) -> models.Spielliste:
    """The list with every game, completed and then checked; it must not have faults."""
    checked = _written(spielliste, rows, by, Reason.COMPLETE, Reason.CHECKED)
    assert not checked.problems, "no official could check this list"
    return checked


def _add_games(spielliste: models.Spielliste, sheet: ListSheet, event: models.Event) -> None:
    evaluation = evaluate(sheet, event.terms)
    owed = {
        game.number: each for game, each in zip(sheet.games, obligations(sheet, evaluation, event.terms), strict=True)
    }
    rows = models.GameRow.objects.bulk_create(
        models.GameRow(
            spielliste=spielliste,
            number=game.number,
            finisher=game.finisher,
            handromme=game.handromme,
            stands=owed[game.number].stands,
            finisher_required=event.rules.finisher_required,
        )
        for game in sheet.games
    )
    models.GameEntry.objects.bulk_create(
        models.GameEntry(row=row, seat=seat, points=points, least=least, most=most)
        for row, game in zip(rows, sheet.games, strict=True)
        for seat, (points, (least, most)) in enumerate(zip(game.points, owed[game.number].bounds, strict=True), start=1)
    )


@transaction.atomic
def _written(
    spielliste: models.Spielliste,
    rows: Mapping[int, str | Sequence[str]] | None,
    by: User | None,
    *revisions: Reason,
) -> models.Spielliste:
    event, seats = spielliste.table.series.event, spielliste.table.seats.count()
    typed = {game: (rows or {}).get(game) or PLAIN_ROWS[seats] for game in range(1, event.games_per_list + 1)}
    parsed = [
        parse_row(game, cells.split() if isinstance(cells, str) else cells, highest_wins=event.rules.highest_wins)
        for game, cells in typed.items()
    ]
    lock(spielliste.pk)
    spielliste.refresh_from_db(fields=["version"])
    spielliste.rows.all().delete()
    _add_games(spielliste, ListSheet(seats=seats, games=tuple(row.game for row in parsed)), event)
    models.Reading.objects.bulk_create(
        models.Reading(spielliste=spielliste, game=reading.game, seat=reading.seat, values=list(reading.values))
        for row in parsed
        for reading in row.readings
    )
    models.LogEntry.objects.create(
        spielliste=spielliste, version=spielliste.version, what="import", by=by, at=timezone.now()
    )
    if revisions:  # the version counts every change, and so does each status on the way
        status = {Reason.COMPLETE: entries.complete_or_signed(spielliste), Reason.CHECKED: Status.CHECKED}
        models.Spielliste.objects.filter(pk=spielliste.pk).update(
            status=status[revisions[-1]], version=F("version") + len(revisions)
        )
    store_totals(spielliste)
    stored = load(spielliste.pk)
    for reason in revisions:
        stored.row.status = status[reason]
        add_revision(stored, by, reason.stored())
    spielliste.refresh_from_db(fields=["games_in", "problems", "status", "version"])
    return spielliste
