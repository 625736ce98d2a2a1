"""What each table has handed in, and what is still open: list, signatures, start cards, fine (§ 2.2.4, § 2.3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from django.db.models import Prefetch, QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.length import Length
from romme_turnier.core.money.amounts import SOMEBODY, fine, lost_games
from romme_turnier.tournament import models

Paper = models.HandIn.Custody
Status = models.Spielliste.Status
Scale = Sequence[tuple[Decimal, int]]
ZERO = Decimal(0)


class Lack(StrEnum):
    """What keeps a table's hand-in from being complete, the gravest first."""

    LIST_OUT = "list_out"
    NOT_RECORDED = "not_recorded"  # it is being typed in, so it must be here; nobody noted what came with it
    LIST_LOST = "list_lost"
    UNSIGNED = "unsigned"
    CARDS = "cards"
    FINE = "fine"


SAID_BY_STATE = (Lack.LIST_OUT, Lack.LIST_LOST)  # the word for the state of the list says these


@dataclass(frozen=True, slots=True)
class TableHandIn:
    """A table's state. `dues` is by seat, None as long as games are missing; `priced`: the event asks for fines.

    `most` is what the table owes if everybody has lost every game.
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
        return sum(self.dues, Decimal(0)) if self.dues is not None else None

    @property
    def is_in(self) -> bool:
        return self.paper == Paper.IN

    @property
    def short(self) -> Decimal | None:
        """What is missing of the fine (below zero: too much was paid); None while unknown."""
        if self.due is None:
            return None
        return self.due - (self.paid or Decimal(0))

    @property
    def lacks(self) -> tuple[Lack, ...]:
        if self.paper == Paper.OUT:
            is_here = self.version == 0 and (self.spielliste.games_in > 0 or self.spielliste.status != Status.OPEN)
            return (Lack.NOT_RECORDED if is_here else Lack.LIST_OUT,)
        invalid = self.spielliste.status == Status.INVALID
        decided = invalid or self.spielliste.status == Status.CHECKED
        found = {
            Lack.LIST_LOST: self.paper == Paper.LOST and not decided,
            Lack.UNSIGNED: bool(self.unsigned) and not invalid,
            Lack.CARDS: bool(self.cards_missing),
            Lack.FINE: self.short is not None and self.short > 0,
        }
        return tuple(lack for lack, there in found.items() if there)


def hand_ins(event: models.Event, series: int, *, table: int | None = None) -> list[TableHandIn]:
    """Returns every table of a series, in order; `table` narrows it to one."""
    lists = models.Spielliste.objects.filter(table__series__event=event, table__series__number=series)
    if table is not None:
        lists = lists.filter(table__number=table)
    return _states(event, lists)


def hand_ins_by_series(event: models.Event) -> dict[int, list[TableHandIn]]:
    """Returns every table of every drawn series, by the number of the series."""
    tables: dict[int, list[TableHandIn]] = defaultdict(list)
    for table in _states(event, models.Spielliste.objects.filter(table__series__event=event)):
        tables[table.spielliste.table.series.number].append(table)
    return dict(tables)


@dataclass(frozen=True, slots=True)
class FineTotals:
    """The fines of an event; `unknown` counts the lists whose fine is not known yet."""

    due: Decimal
    paid: Decimal
    short: Decimal
    unknown: int


def fine_totals(tables: Iterable[TableHandIn]) -> FineTotals:
    """Adds up fines. A table that paid too much does not make up for another."""
    every = list(tables)
    return FineTotals(
        due=sum((table.due or ZERO for table in every), ZERO),
        paid=sum((table.paid or ZERO for table in every), ZERO),
        short=sum((max(table.short or ZERO, ZERO) for table in every), ZERO),
        unknown=sum(table.due is None for table in every),
    )


def fines_short(event: models.Event, series: Collection[models.Series]) -> Decimal:
    """Returns what is missing of the fines of these series, as `fine_totals` does, without reading who sits where."""
    scale = _scale(event)
    if not scale:
        return ZERO
    lists = models.Spielliste.objects.filter(table__series__in=series, whole=True)
    endings = _endings(lists)
    seats: dict[int, list[int]] = defaultdict(list)
    for pk, seat in models.Seat.objects.filter(table__spielliste__in=lists).values_list("table__spielliste", "number"):
        seats[pk].append(seat)
    paid = models.HandIn.objects.filter(spielliste__in=lists).values_list("spielliste", "fine_paid")
    short = {pk: sum(_dues(endings[pk], seats[pk], scale), ZERO) for pk in lists.values_list("pk", flat=True)}
    for pk, amount in paid:
        short[pk] -= amount or ZERO
    return sum((max(amount, ZERO) for amount in short.values()), ZERO)


def _scale(event: models.Event) -> Scale:
    return [(step.amount, step.from_game) for step in event.fine_steps.all()]


@dataclass(slots=True)
class _Endings:
    """The seat that ended each game of a list, as `lost_games` takes it, and from when on a seat did not play."""

    games: list[tuple[int, int | None]] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)


def _endings(lists: QuerySet[models.Spielliste]) -> dict[int, _Endings]:
    """Returns the endings of each list, by its key."""
    endings: dict[int, _Endings] = defaultdict(_Endings)
    readings = models.EndingReading.objects.filter(spielliste__in=lists)
    in_doubt = {(row.spielliste_id, row.game) for row in readings if all(seat for seat, _mark in row.endings)}
    rows = models.GameRow.objects.filter(spielliste__in=lists).order_by("number")
    for pk, number, finisher in rows.values_list("spielliste", "number", "finisher"):
        endings[pk].games.append((number, finisher or (SOMEBODY if (pk, number) in in_doubt else None)))
    vacancies = models.Vacancy.objects.filter(spielliste__in=lists)
    for pk, seat, game in vacancies.values_list("spielliste", "seat", "from_game"):
        endings[pk].left[seat] = game
    return endings


def _states(event: models.Event, lists: QuerySet[models.Spielliste]) -> list[TableHandIn]:
    seats = models.Seat.objects.select_related("registration__player").order_by("number")
    scale, endings = _scale(event), _endings(lists)
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
    """Returns what each seat owes for a list with all its games; nothing without a scale."""
    return tuple(fine(lost_games(endings.games, seat, endings.left.get(seat)), scale) for seat in seats)
