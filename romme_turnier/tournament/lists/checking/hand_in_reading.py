"""What each table has handed in, and what is still open: list, signatures, start cards, fine (§ 2.2.4, § 2.3.3)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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


def _states(event: models.Event, lists: QuerySet[models.Spielliste]) -> list[TableHandIn]:
    seats = models.Seat.objects.select_related("registration__player").order_by("number")
    related = ("rows", "ending_readings", "vacancies", Prefetch("table__seats", queryset=seats))
    scale = [(step.amount, step.from_game) for step in event.fine_steps.all()]
    return [
        _state(spielliste, scale, event.length)
        for spielliste in lists.select_related("table__series__event", "hand_in__by")
        .prefetch_related(*related)
        .order_by("table__series__number", "table__number")
    ]


def _state(spielliste: models.Spielliste, scale: Scale, length: Length) -> TableHandIn:
    known: models.HandIn = getattr(spielliste, "hand_in", None) or models.HandIn(spielliste=spielliste)
    seats = tuple(spielliste.table.seats.all())
    games = length.games(len(seats)) or len(spielliste.rows.all())
    return TableHandIn(
        spielliste=spielliste,
        seats=seats,
        paper=known.paper,
        unsigned=tuple(known.unsigned),
        cards_missing=tuple(known.cards_missing),
        priced=bool(scale),
        state=spielliste.state,
        dues=_dues(spielliste, [seat.number for seat in seats], scale),
        most=fine(games, scale) * len(seats),
        paid=known.fine_paid,
        version=known.version,
        at=known.at,
        by=known.by,
    )


def _dues(spielliste: models.Spielliste, seats: Sequence[int], scale: Scale) -> tuple[Decimal, ...] | None:
    """Returns what each seat owes; nothing is known before all games are in, and nothing is owed without a scale."""
    if not scale:
        return tuple(Decimal(0) for _seat in seats)
    if not spielliste.whole:
        return None
    in_doubt = {row.game for row in spielliste.ending_readings.all() if all(seat for seat, _mark in row.endings)}
    ended = [
        (row.number, row.finisher or (SOMEBODY if row.number in in_doubt else None)) for row in spielliste.rows.all()
    ]
    left = {vacancy.seat: vacancy.from_game for vacancy in spielliste.vacancies.all()}
    return tuple(fine(lost_games(ended, seat, left.get(seat)), scale) for seat in seats)
