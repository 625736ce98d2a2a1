"""The money of an event: entry fees by player, the report of the cash box, the chart of fees and fines."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from django.db.models import Sum
from django.utils.translation import gettext as _

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees, words as money_words
from romme_turnier.tournament.standings.charts import BarChart, money_chart

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method
ZERO = Decimal(0)
_BOOKED = Prepared(
    lambda: (
        models.LedgerEntry.objects.filter(kind__in=fees.FEE_KINDS, registration__isnull=False)
        .order_by()
        .values_list("registration", "amount")
    ),
    "event",
)
_OWING = Prepared(
    lambda: (
        models.Registration.objects.taking_part()
        .select_related("fee", "team_membership")
        .only(
            "status", "left_before_series", "out_of_competition", "paid", "fee__amount", "team_membership__substitute"
        )
    ),
    "event",
)


class FeeState(StrEnum):
    OPEN = "open"
    PART = "part"  # partly paid
    PAID = "paid"
    NOTED = "noted"  # marked as paid (import, participants' page), no money in the ledger
    FREE = "free"  # owes nothing
    TOO_MUCH = "too_much"  # overpayment, to be refunded


@dataclass(frozen=True, slots=True)
class Account:
    """One player's fee for taking part, and the sum booked for it in the ledger."""

    registration: models.Registration
    team: str
    owed: Decimal
    booked: Decimal

    @property
    def state(self) -> FeeState:
        if self.booked > self.owed:
            return FeeState.TOO_MUCH
        if not self.owed:
            return FeeState.FREE
        if self.booked == self.owed:
            return FeeState.PAID
        if self.booked:
            return FeeState.PART
        return FeeState.NOTED if self.registration.paid else FeeState.OPEN

    @property
    def open(self) -> Decimal:
        """The amount still to collect; 0 if the player is marked as paid and has no money in the ledger."""
        return ZERO if self.state == FeeState.NOTED else max(self.owed - self.booked, ZERO)

    @property
    def noted(self) -> Decimal:
        return self.owed if self.state == FeeState.NOTED else ZERO

    @property
    def excluded(self) -> bool:
        return self.registration.status == models.Registration.Status.EXCLUDED

    @property
    def is_payable(self) -> bool:
        """Whether the desk offers to book a payment."""
        return bool(self.noted or (self.open and not self.excluded))

    @property
    def to_refund(self) -> Decimal:
        """The amount to refund; 0 for an excluded player (§ 1.4)."""
        return ZERO if self.excluded else max(self.booked - self.owed, ZERO)


def accounts(event: models.Event) -> list[Account]:
    """Returns the accounts of the participants, and of all other players with fees in the ledger, by start number."""
    booked = booked_fees(event)
    rows = event.registrations.select_related("player", "club", "fee", "team_membership__team")  # `event` is known
    fees.read_replaced(rows)
    here = set(event.registrations.taking_part().values_list("pk", flat=True))
    return [
        Account(
            registration=row,
            team=row.team_membership.team.name if hasattr(row, "team_membership") else "",
            owed=fees.owed(row),
            booked=booked[row.pk],
        )
        for row in rows
        if row.pk in here or row.pk in booked
    ]


def fees_open(event: models.Event) -> Decimal:
    """Returns the open sum of `fee_totals(accounts(event))` without loading the players."""
    booked, rows = booked_fees(event), _OWING.fetch(event.pk)
    fees.read_replaced(rows)
    for row in rows:
        row.event = event
    return sum((Account(row, "", fees.owed(row), booked[row.pk]).open for row in rows), ZERO)


def booked_fees(event: models.Event) -> dict[int, Decimal]:
    """Returns each player's payments in the ledger, less refunds, by primary key of the registration; 0 by default."""
    booked: dict[int, Decimal] = defaultdict(Decimal)
    for pk, amount in _BOOKED.fetch(event.pk):
        booked[pk] += amount
    return booked


@dataclass(frozen=True, slots=True)
class FeeTotals:
    owed: Decimal
    booked: Decimal
    noted: Decimal
    open: Decimal
    to_refund: Decimal


def fee_totals(accounts: Sequence[Account]) -> FeeTotals:
    return FeeTotals(
        owed=sum((account.owed for account in accounts), ZERO),
        booked=sum((account.booked for account in accounts), ZERO),
        noted=sum((account.noted for account in accounts), ZERO),
        open=sum((account.open for account in accounts), ZERO),
        to_refund=sum((account.to_refund for account in accounts), ZERO),
    )


@dataclass(frozen=True, slots=True)
class KindLine:
    """The number of entries of one kind, and their sums by method."""

    kind: Kind
    entries: int
    cash: Decimal
    bank: Decimal

    @property
    def total(self) -> Decimal:
        return self.cash + self.bank


@dataclass(frozen=True, slots=True)
class CashReport:
    """The final report on the cash box.

    Every entry is in exactly one line, so the sums by line, by method and of the ledger agree to the cent.
    """

    lines: tuple[KindLine, ...]
    entries: int
    first: int | None
    last: int | None
    reversals: int
    counts: tuple[models.CashCount, ...]
    difference: Decimal | None  # counted less expected at the last count; None: not counted
    since_count: int  # entries newer than the last count

    @property
    def opening(self) -> Decimal:
        return next((line.total for line in self.lines if line.kind == Kind.FLOAT), ZERO)

    @property
    def cash(self) -> Decimal:
        """The amount that the box must hold now."""
        return sum((line.cash for line in self.lines), ZERO)

    @property
    def bank(self) -> Decimal:
        return sum((line.bank for line in self.lines), ZERO)

    @property
    def total(self) -> Decimal:
        return self.cash + self.bank

    @property
    def surplus(self) -> Decimal:
        """The surplus in cash and at the bank, without the float."""
        return self.total - self.opening


def cash_report(event: models.Event) -> CashReport:
    entries = list(event.ledger.all())
    counts = tuple(event.cash_counts.select_related("by"))
    last = counts[0] if counts else None
    lines = []
    for kind in Kind:
        if of_kind := [entry for entry in entries if entry.kind == kind]:
            cash, bank = (
                sum((entry.amount for entry in of_kind if entry.method == method), ZERO)
                for method in (Method.CASH, Method.BANK)
            )
            lines.append(KindLine(kind, len(of_kind), cash, bank))
    return CashReport(
        lines=tuple(lines),
        entries=len(entries),
        first=entries[0].number if entries else None,
        last=entries[-1].number if entries else None,
        reversals=sum(entry.reverses_id is not None for entry in entries),
        counts=counts,
        difference=last.counted - last.expected if last else None,
        since_count=sum(entry.number > last.last_entry for entry in entries) if last else 0,
    )


def fees_and_fines(event: models.Event) -> BarChart | None:
    """Returns a bar chart of the entry fees, before refunds, and each series' fines; None without a positive sum."""
    sums = event.ledger.filter(kind__in=(Kind.FEE, Kind.FINE)).values_list("kind", "series__number")
    by_kind: dict[tuple[str, int], Decimal] = {}
    for kind, series, amount in sums.annotate(amount=Sum("amount")).order_by("kind", "series__number"):
        key = (kind, series or 0 if kind == Kind.FINE else 0)
        by_kind[key] = by_kind.get(key, Decimal(0)) + amount
    bars = []
    for (kind, series), amount in by_kind.items():
        label = _("Startgeld") if kind == Kind.FEE else _("Bußgeld")
        if series:
            label = _("Bußgeld S %(series)d") % {"series": series}
        bars.append((label, amount, money_words.amount(amount, event.currency)))
    return money_chart(bars)
