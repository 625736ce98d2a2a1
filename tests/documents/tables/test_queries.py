"""More rows of a table take no more queries, in its file and on its page; a class never queries itself."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.sheet import Game, ListSheet
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.tournament.lists.change import totals_of
from romme_turnier.tournament.models import (
    CashCount,
    Dispute,
    Draw,
    Event,
    EventLog,
    EventRole,
    FineStep,
    GameEntry,
    GameRow,
    HandIn,
    LedgerEntry,
    ListTotal,
    Player,
    PlayerInvitation,
    Prize,
    PrizeAward,
    Registration,
    Seat,
    SeatingRepair,
    Series,
    Spielliste,
    StandingsRelease,
    Table,
    TableCall,
    Team,
    TeamMember,
)
from romme_turnier.tournament.permissions import Right
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import signed_in
from tests.factories import enter, list_of, make_complete, make_event, make_official, new_user, seat_series

FILES = {file.key: file for file in DATA_FILES}
RIGHTS = frozenset(Right)
FEW, MANY = 12, 500
# Pages by the key of the file; of a series or of a list.
PAGES: dict[str, tuple[str, tuple[int, ...]]] = {
    "participants": ("front_desk", ()),
    "standings": ("standings_after", (1,)),
    "teams": ("teams", ()),
    "waiting": ("waiting_list", ()),
    "player_invitations": ("player_invitations", ()),
    "officials": ("officials", ()),
    "ledger": ("ledger", ()),
    "hand_in": ("hand_in", (1,)),
    "lists": ("lists", (1,)),
    "accounts": ("cash", ()),
    "fines": ("cash_fines", ()),
    "prizes": ("prizes", ()),
    "disputes": ("disputes", ()),
    "log": ("event_record", ()),
    "calls": ("hall_calls", ()),
    "cash_counts": ("day_end", ()),
    "draws": ("series", (1,)),
    "repairs": ("series_repair", (1,)),
}
# Rows of the corrections of a list, and of its games: lists are read in portions, and each portion takes some queries.
BY_LISTS = {"histories", "list_rows", "notices", "records"}
# A line for each kind of payment, and tables of events that are played for money.
OF_ONE_SIZE = {"cash_kinds", "settlement", "stakes"}
GAMES = tuple(Game(number, 1, False, (0, 25, 30, 40)) for number in range(1, 5))


@pytest.fixture(scope="module")
def grown(module_rows: None) -> tuple[Event, Event]:
    """Two events with few and many rows in each table."""
    return _grown(FEW), _grown(MANY)


def _grown(players: int) -> Event:
    event = make_event(players=players, slug=f"voll-{players}", entry_fee=Decimal(10), games_per_list=len(GAMES))
    people = list(event.registrations.select_related("player"))
    official, at = make_official(event), event.starts_at
    users = User.objects.bulk_create(new_user(f"{event.slug}-{row.number}") for row in people)
    EventRole.objects.bulk_create(EventRole(event=event, user=user, role="entry") for user in users)
    _play(event, people)
    prize = Prize.objects.create(event=event, first_rank=1, last_rank=players, amount=5)
    rows: dict[type[Any], Callable[[int, Registration], Any]] = {
        LedgerEntry: lambda number, row: {
            "number": number,
            "kind": "fee",
            "amount": 10,
            "registration": row,
            "by": users[number - 1],
            "at": at,
        },
        Team: lambda number, row: {"name": row.name, "key": str(number)},
        PlayerInvitation: lambda _number, row: {"name": row.name, "at": at},
        Dispute: lambda number, row: {"number": number, "facts": row.name, "called_at": at, "players": [number]},
        EventLog: lambda number, row: {
            "number": number + 100,
            "verb": "check_in.check_in",
            "by": users[number - 1],
            "subject_kind": "registration",
            "subject_pk": row.pk,
            "at": at,
        },
        CashCount: lambda number, _row: {
            "pieces": {},
            "counted": number,
            "expected": 0,
            "by": users[number - 1],
            "at": at,
        },
    }
    for model, values in rows.items():
        model.objects.bulk_create(model(event=event, **values(place, row)) for place, row in enumerate(people, 1))
    TeamMember.objects.bulk_create(
        TeamMember(team=team, registration=row, substitute=place > 5)
        for place, (team, row) in enumerate(zip(event.teams.all(), people, strict=True))
    )
    PrizeAward.objects.bulk_create(
        PrizeAward(prize=prize, rank=place, registration=row, amount=5, released_at=at)
        for place, row in enumerate(people, 1)
    )
    waiting = Player.objects.bulk_create(Player(first_name="W", last_name=f"{row.number}") for row in people)
    Registration.objects.bulk_create(Registration(event=event, player=player, status="waiting") for player in waiting)
    series = event.series.get()
    Draw.objects.bulk_create(
        Draw(series=series, status="discarded", algorithm="a", inputs={}, result=[], made_at=at, author=user)
        for user in users
    )
    SeatingRepair.objects.bulk_create(
        SeatingRepair(series=series, reason="r", before={"1": [1]}, after={"1": [2]}, by=user, at=at) for user in users
    )
    TableCall.objects.bulk_create(
        TableCall(
            table=table,
            about="rule",
            called_at=at,
            answered_by=official,
            answered_at=at,
            ended_by=official,
            ended_at=at,
        )
        for table in series.tables.all()
    )
    StandingsRelease.objects.bulk_create(
        StandingsRelease(event=event, series=series, number=place, released_at=at, released_by=user, rows=())
        for place, user in enumerate(users, 1)
    )
    release_standings(event, 1, by=None)
    return event


def _play(event: Event, people: list[Registration]) -> None:
    """A closed series, in which every list is checked and the first game of each is fined."""
    now = event.starts_at
    series = Series.objects.create(event=event, number=1, seats_released_at=now, closed_at=now)
    tables = Table.objects.bulk_create(Table(series=series, number=number + 1) for number in range(len(people) // 4))
    seats = Seat.objects.bulk_create(
        Seat(table=tables[place // 4], series=series, number=place % 4 + 1, registration=row)
        for place, row in enumerate(people)
    )
    checked = Spielliste.Status.CHECKED
    lists = Spielliste.objects.bulk_create(
        Spielliste(table=table, status=checked, games_in=4, whole=True) for table in tables
    )
    rows = GameRow.objects.bulk_create(
        GameRow(spielliste=spielliste, number=game.number, finisher=game.finisher, stands=True)
        for spielliste in lists
        for game in GAMES
    )
    GameEntry.objects.bulk_create(
        GameEntry(row=row, seat=seat, points=points)
        for row in rows
        for seat, points in enumerate(GAMES[row.number - 1].points, start=1)
    )
    evaluation = evaluate(ListSheet(4, GAMES), event.terms)
    ListTotal.objects.bulk_create(totals_of(seat, evaluation, checked) for seat in seats)
    HandIn.objects.bulk_create(HandIn(spielliste=spielliste, paper="in", unsigned=[2]) for spielliste in lists)
    FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.20"))


def queries_of(act: Callable[[], Any]) -> tuple[int, Any]:
    with CaptureQueriesContext(connection) as queries:
        result = act()
    return len(queries), result


def lines_of(key: str, event: Event) -> list[Any]:
    file = FILES[key]
    query = QueryDict(f"sortiert=-{next(iter(file.table.base_columns))}")
    return list(file.table_for(event, query, RIGHTS).as_values())


@pytest.mark.parametrize("key", sorted(FILES.keys() - BY_LISTS - OF_ONE_SIZE))
def test_more_rows_take_no_more_queries(db: None, grown: tuple[Event, Event], key: str) -> None:
    (fewer, few), (more, many) = (queries_of(partial(lines_of, key, event)) for event in grown)
    assert fewer == more
    assert 1 < len(few) < len(many) / 10


@pytest.mark.parametrize("key", PAGES)
def test_more_rows_of_a_page_take_no_more_queries(db: None, grown: tuple[Event, Event], key: str) -> None:
    client, (name, place) = signed_in(User.objects.get(username="leitung")), PAGES[key]

    def page(event: Event) -> str:
        answer = client.get(reverse(f"organiser:{name}", args=[event.slug, *place]))
        assert answer.status_code == 200
        return str(answer.content.decode())

    page(grown[0])  # the first answer of a process asks for more
    (fewer, few), (more, many) = (queries_of(partial(page, event)) for event in grown)
    assert fewer == more
    assert len(few) < len(many)


@pytest.mark.parametrize("key", sorted(BY_LISTS))
def test_more_corrections_take_no_more_queries(db: None, key: str) -> None:
    counts = []
    for players in (4, 12):
        event = make_event(players=players, slug=f"gross-{players}")
        tables = [list(range(first, first + 4)) for first in range(1, players, 4)]
        for table in seat_series(event, tables=tables).tables.all():
            spielliste = make_complete(list_of(table.series, table.number))
            enter(spielliste, 1, "0 25 30 40", reason="verrechnet")
            spielliste.records.create(game=1, text="", at=event.starts_at)
        counts.append(queries_of(partial(lines_of, key, event)))
    (fewer, few), (more, many) = counts
    assert fewer == more
    assert 1 < len(few) < len(many)


@pytest.mark.parametrize("key", sorted(FILES.keys() - {"log"}))  # which asks once for today's names of all rows
def test_a_class_never_queries(db: None, grown: tuple[Event, Event], key: str) -> None:
    event, file = grown[0], FILES[key]
    rows, columns = list(file.rows(event, QueryDict())), file.columns(event, QueryDict())
    for medium in Medium:
        drawn = partial(_drawn, file.table.table_for(medium, rows, rights=RIGHTS, extra_columns=columns))
        assert queries_of(drawn)[0] == 0


def _drawn(table: ListTable) -> None:
    list(table.as_values())
    for row in table.rows:
        row.items()
