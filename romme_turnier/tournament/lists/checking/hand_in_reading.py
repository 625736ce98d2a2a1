"""The state of each table's hand-in, with its missing parts: list, signatures, start cards, fine (§ 2.2.4, § 2.3.3)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from django.db.models import Prefetch, QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.length import Length
from romme_turnier.core.money.amounts import SOMEBODY, fine, lost_games
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.packed import read_packed

Paper = models.HandIn.Custody
Status = models.Spielliste.Status
Scale = Sequence[tuple[Decimal, int]]
ZERO = Decimal(0)


class Lack(StrEnum):
    """The reasons why a table's hand-in is incomplete, the most serious first."""

    LIST_OUT = "list_out"
    NOT_RECORDED = "not_recorded"  # the list is being entered, so it must be here, but no hand-in was recorded
    LIST_LOST = "list_lost"
    UNSIGNED = "unsigned"
    CARDS = "cards"
    FINE = "fine"


SAID_BY_STATE = (Lack.LIST_OUT, Lack.LIST_LOST)  # the label of the list's state already expresses these


@dataclass(frozen=True, slots=True)
class TableHandIn:
    """A table's hand-in.

    `priced` says whether the event charges fines. `dues` are the fines by seat, None as long as games are missing and
    the event charges fines. `most` is the table's total fine if every player lost every game.
    """

    spielliste: models.Spielliste
    seats: tuple[models.Seat, ...]
    paper: str
    unsigned: tuple[int, ...]
    cards_missing: tuple[int, ...]
    priced: bool
    state: models.ListState
    dues: tuple[Decimal, ...] | None
    most: Decimal
    paid: Decimal | None
    version: int
    at: datetime | None
    by: User | None

    @property
    def table(self) -> int:
        return self.spielliste.table.number

    @property
    def due(self) -> Decimal | None:
        return sum(self.dues, ZERO) if self.dues is not None else None

    @property
    def is_in(self) -> bool:
        return self.paper == Paper.IN

    @property
    def short(self) -> Decimal | None:
        """The unpaid part of the table's fine, negative if too much was paid; None while the fine is unknown."""
        return None if self.due is None else self.due - (self.paid or ZERO)

    @property
    def lacks(self) -> tuple[Lack, ...]:
        if self.paper == Paper.OUT:
            is_here = self.version == 0 and (self.spielliste.games_in > 0 or self.spielliste.status != Status.OPEN)
            return (Lack.NOT_RECORDED if is_here else Lack.LIST_OUT,)
        invalid = self.spielliste.status == Status.INVALID
        decided = invalid or self.spielliste.status == Status.CHECKED
        lacks = {
            Lack.LIST_LOST: self.paper == Paper.LOST and not decided,
            Lack.UNSIGNED: bool(self.unsigned) and not invalid,
            Lack.CARDS: bool(self.cards_missing),
            Lack.FINE: self.short is not None and self.short > 0,
        }
        return tuple(lack for lack, applies in lacks.items() if applies)


def hand_ins(event: models.Event, series: int, *, table: int | None = None) -> list[TableHandIn]:
    """Returns the hand-ins of a series in table order; `table` restricts them to one table.

    Raises DamagedPackError as `read_packed` does.
    """
    lists = models.Spielliste.objects.filter(table__series__event=event, table__series__number=series)
    if table is not None:
        lists = lists.filter(table__number=table)
    return _states(event, lists)


def hand_ins_by_series(event: models.Event) -> dict[int, list[TableHandIn]]:
    """Returns the hand-ins of all drawn series, by series number.

    Raises DamagedPackError as `read_packed` does.
    """
    tables: dict[int, list[TableHandIn]] = defaultdict(list)
    for table in _states(event, models.Spielliste.objects.filter(table__series__event=event)):
        tables[table.spielliste.table.series.number].append(table)
    return dict(tables)


@dataclass(frozen=True, slots=True)
class FineTotals:
    """Sums of the fines of several tables; `unknown` counts the tables whose fine is not known yet."""

    due: Decimal
    paid: Decimal
    short: Decimal
    unknown: int


def fine_totals(tables: Iterable[TableHandIn]) -> FineTotals:
    """Returns the sums of these tables' fines. One table's overpayment does not reduce another's shortfall."""
    tables = list(tables)
    return FineTotals(
        due=sum((table.due or ZERO for table in tables), ZERO),
        paid=sum((table.paid or ZERO for table in tables), ZERO),
        short=sum((max(table.short or ZERO, ZERO) for table in tables), ZERO),
        unknown=sum(table.due is None for table in tables),
    )


def fines_short(event: models.Event) -> Decimal:
    """Returns the unpaid fines of lists with all games in closed series. Unlike `hand_ins`, it reads no players.

    One table's overpayment does not reduce another's shortfall.

    Raises DamagedPackError as `read_packed` does.
    """
    scale = _scale(event)
    if not scale:
        return ZERO
    games, *others = (rows.fetch(event.pk) for rows in _ENDINGS_OF_CLOSED)
    endings = _endings(_games(event, games), *others)
    paid: dict[int, Decimal | None] = {}
    seats: dict[int, list[int]] = defaultdict(list)
    for pk, amount, seat in _SEATS_OF_CLOSED.fetch(event.pk):
        paid[pk] = amount
        seats[pk].append(seat)
    short = (sum(_dues(endings[pk], seats[pk], scale), ZERO) - (paid[pk] or ZERO) for pk in paid)
    return sum((max(amount, ZERO) for amount in short), ZERO)


def _scale(event: models.Event) -> Scale:
    return [(amount, first) for amount, first in _SCALE.fetch(event.pk)]


@dataclass(slots=True)
class _Endings:
    """The finisher of each game of a list, as `lost_games` expects, and the first game missed by each vacated seat."""

    games: list[tuple[int, int | None]] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)


def _ending_rows() -> tuple[QuerySet[Any, Any], ...]:
    """Returns the three querysets that `_endings` takes."""
    return (
        models.GameRow.objects.order_by("number").values_list("spielliste", "number", "finisher"),
        models.EndingReading.objects.values_list("spielliste", "game", "endings"),
        models.Vacancy.objects.values_list("spielliste", "seat", "from_game"),
    )


def _endings(rows: Iterable[Any], readings: Iterable[Any], vacancies: Iterable[Any]) -> dict[int, _Endings]:
    """Returns the endings of each list, by the list's primary key."""
    endings: dict[int, _Endings] = defaultdict(_Endings)
    in_doubt = {(pk, game) for pk, game, possible in readings if all(seat for seat, _mark in possible)}
    for pk, number, finisher in rows:
        endings[pk].games.append((number, finisher or (SOMEBODY if (pk, number) in in_doubt else None)))
    for pk, seat, game in vacancies:
        endings[pk].left[seat] = game
    return endings


def _games(event: models.Event, stored: Iterable[Any]) -> Iterable[Any]:
    """Returns the list, number and finisher of each game: `stored`, or the games in the pack if the event is packed."""
    packed = read_packed(event)
    if packed is None:
        return stored
    return [(pk, game.number, game.finisher) for pk, games in packed.games.items() for game in games]


_CLOSED = {"whole": True, "table__series__closed_at__isnull": False}


def _of_closed(at: int) -> Prepared[Any]:
    only = {f"spielliste__{name}": value for name, value in _CLOSED.items()}
    return Prepared(lambda: _ending_rows()[at].filter(**only), "spielliste__table__series__event")


_ENDINGS_OF_CLOSED = tuple(map(_of_closed, range(3)))
_SEATS_OF_CLOSED = Prepared(
    lambda: models.Spielliste.objects.filter(**_CLOSED).values_list("pk", "hand_in__fine_paid", "table__seats__number"),
    "table__series__event",
)
_SCALE = Prepared(lambda: models.FineStep.objects.values_list("amount", "from_game"), "event")


def _states(event: models.Event, lists: QuerySet[models.Spielliste]) -> list[TableHandIn]:
    seats = models.Seat.objects.select_related("registration__player").order_by("number")
    games, *others = (rows.filter(spielliste__in=lists) for rows in _ending_rows())
    scale, endings = _scale(event), _endings(_games(event, games), *others)
    return [
        _state(spielliste, scale, event.length, endings[spielliste.pk])
        for spielliste in lists.select_related("table__series__event", "hand_in__by")
        .prefetch_related(Prefetch("table__seats", queryset=seats))
        .order_by("table__series__number", "table__number")
    ]


def _state(spielliste: models.Spielliste, scale: Scale, length: Length, endings: _Endings) -> TableHandIn:
    known: models.HandIn = getattr(spielliste, "hand_in", None) or models.HandIn(spielliste=spielliste)
    seats = tuple(spielliste.table.seats.all())
    games = length.games(len(seats)) or len(endings.games)
    known_dues = spielliste.whole or not scale
    return TableHandIn(
        spielliste=spielliste,
        seats=seats,
        paper=known.paper,
        unsigned=tuple(known.unsigned),
        cards_missing=tuple(known.cards_missing),
        priced=bool(scale),
        state=spielliste.state,
        dues=_dues(endings, [seat.number for seat in seats], scale) if known_dues else None,
        most=fine(games, scale) * len(seats),
        paid=known.fine_paid,
        version=known.version,
        at=known.at,
        by=known.by,
    )


def _dues(endings: _Endings, seats: Sequence[int], scale: Scale) -> tuple[Decimal, ...]:
    """Returns the fine of each seat for a list with all its games; 0 for all seats if the scale is empty."""
    return tuple(fine(lost_games(endings.games, seat, endings.left.get(seat)), scale) for seat in seats)
