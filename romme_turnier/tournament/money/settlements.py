"""Payments among players who play for money: for a table, an evening, or the whole event.

They are only computed, not booked: players settle among themselves, or at the cash desk if the announcement provides
for it (`stakes`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Prefetch
from django.utils import timezone

from romme_turnier.core.money.settlement import payments
from romme_turnier.core.rules.outcome.sheets import settle
from romme_turnier.tournament import models

_CENTS = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's gain, negative for a debt. `loss` is the number of points lost at a table, None for several tables."""

    registration: models.Registration
    amount: Decimal
    loss: int | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """A payment from one player to another."""

    payer: models.Registration
    payee: models.Registration
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Settlement:
    """The balances, and a small number of payments that settle them.

    Balances are ordered by seat or, for several tables together, by start number.
    """

    balances: tuple[Balance, ...]
    dues: tuple[Due, ...]


@dataclass(frozen=True, slots=True)
class TableSettlement:
    series: int
    table: int
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class EventSettlement:
    """The settlement of a whole event, table by table and together.

    `tables` are the tables with a list that counts for all players; `waiting` names the others as (series, table).
    `evenings` are the settlements of each day, earliest first; empty unless tables of several days are settled. `whole`
    is None until a table is settled.
    """

    tables: tuple[TableSettlement, ...]
    waiting: tuple[tuple[int, int], ...]
    evenings: tuple[tuple[date, Settlement], ...]
    whole: Settlement | None


def settles(event: models.Event) -> bool:
    """Returns whether the event is played for money."""
    return event.stake is not None and event.rules.settles


def settlement_of(event: models.Event) -> EventSettlement:
    """Returns the settlement of all tables so far, using at most four queries."""
    settled: list[TableSettlement] = []
    waiting: list[tuple[int, int]] = []
    tables = models.Table.objects.filter(series__event=event).order_by("series__number", "number")
    seats = models.Seat.objects.select_related("registration__player", "total").order_by("number")
    for table in tables.select_related("series").prefetch_related(Prefetch("seats", queryset=seats)):
        settlement = _of_table(list(table.seats.all()), event.stake or Decimal(0))
        if settlement is None:
            waiting.append((table.series.number, table.number))
        else:
            settled.append(TableSettlement(table.series.number, table.number, settlement))
    days, own = _days(event), timezone.localdate(event.starts_at)
    by_day: dict[date, list[Settlement]] = {}
    for played in settled:
        by_day.setdefault(days.get(played.series, own), []).append(played.settlement)
    return EventSettlement(
        tables=tuple(settled),
        waiting=tuple(waiting),
        evenings=tuple((day, _together(by_day[day])) for day in sorted(by_day)) if len(by_day) > 1 else (),
        whole=_together(played.settlement for played in settled) if settled else None,
    )


def _of_table(seats: list[models.Seat], stake: Decimal) -> Settlement | None:
    """Returns the settlement of a table; None until its list counts for all its players."""
    totals = [getattr(seat, "total", None) for seat in seats]
    losses = [total.minus + total.penalties for total in totals if total is not None and total.counts]
    if len(losses) < len(seats):
        return None
    cents = settle(losses, stake)
    balances = [
        Balance(seat.registration, each * _CENTS, loss) for seat, each, loss in zip(seats, cents, losses, strict=True)
    ]
    return _settlement(balances)


def _together(parts: Iterable[Settlement]) -> Settlement:
    sums: dict[models.Registration, Decimal] = {}
    for part in parts:
        for balance in part.balances:
            sums[balance.registration] = sums.get(balance.registration, Decimal(0)) + balance.amount
    ranked = sorted(sums.items(), key=lambda item: (item[0].number or 0, item[0].pk))
    return _settlement([Balance(registration, amount) for registration, amount in ranked])


def _settlement(balances: list[Balance]) -> Settlement:
    cents = {balance.registration: int(balance.amount / _CENTS) for balance in balances}
    dues = [Due(payment.payer, payment.payee, payment.cents * _CENTS) for payment in payments(cents)]
    return Settlement(tuple(balances), tuple(dues))


def _days(event: models.Event) -> Mapping[int, date]:
    """Returns the day of each series: the day on which it was held, otherwise its day in the timetable.

    Series with neither are left out.
    """
    items = event.timetable.filter(series_number__isnull=False)
    named = {item.series_number: timezone.localdate(item.starts_at) for item in items if item.series_number}
    held = event.series.filter(held_on__isnull=False).values_list("number", "held_on")
    return named | {number: day for number, day in held if day}
