"""Checks points played for money: settles each table between pairs of players, and compares debts with bookings."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import ROUND_DOWN, Decimal

from romme_turnier.simulation.checks.facts import Facts, Finding
from romme_turnier.simulation.checks.sums import columns
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles


def check_settlement(facts: Facts) -> Iterator[Finding]:
    """Checks that each table whose list counts for every seat is settled to the cent, and that balances add up to zero.

    No other table may be settled. The sums must be booked if the event books its stake, and no stake may be booked
    otherwise.
    """
    if not settles(facts.event):
        yield from _booked(facts, {})
        return
    stake = facts.event.stake or Decimal(0)
    owed: dict[int, int] = defaultdict(int)
    shown_settlement = settlement_of(facts.event)
    settled = {(table.series, table.table): table.settlement for table in shown_settlement.tables}
    for sheet in facts.sheets.values():
        place = (sheet.series["number"], sheet.table["number"])
        here = columns(sheet, facts)
        if not all(column.counts for column in here.values()):
            if place in settled:
                yield Finding("settlement", f"{sheet.where}: settled although a list does not count")
            continue
        cents = {
            seat: int((stake * (column.minus + column.penalties) * 100).to_integral_value(ROUND_DOWN))
            for seat, column in here.items()
        }
        gets = {
            sheet.seats[seat]["registration_id"]: sum(other - mine for other in cents.values())
            for seat, mine in cents.items()
        }
        for player, amount in gets.items():
            owed[player] += amount
        yield from _unequal(sheet.where, settled.get(place), gets)
    if shown_settlement.whole is not None:
        yield from _unequal("all tables", shown_settlement.whole, owed)
    yield from _booked(facts, owed if facts.event.stake_booked else {})


def _booked(facts: Facts, gets: Mapping[int, int]) -> Iterator[Finding]:
    """Checks that the bookings of the stake are `gets`: cents by registration, negative for payments into the box."""
    paid: dict[int, int] = defaultdict(int)
    for row in facts.ledger:
        if row["kind"] == "stake":
            paid[row["registration_id"]] -= int(row["amount"] * 100)
    booked = {player: cents for player, cents in paid.items() if cents}
    due = {player: cents for player, cents in gets.items() if cents}
    if booked != due:
        yield Finding("settlement", f"booked {booked}, counted {due}")


def _unequal(where: str, shown: Settlement | None, gets: dict[int, int]) -> Iterator[Finding]:
    if sum(gets.values()):
        yield Finding("settlement", f"{where}: counted {gets}, which does not come to nothing")
    balances = {balance.registration.pk: int(balance.amount * 100) for balance in shown.balances} if shown else {}
    if balances != gets:
        yield Finding("settlement", f"{where}: shown {balances}, counted {gets}")
    moved: dict[int, Decimal] = defaultdict(Decimal)
    for due in shown.dues if shown else ():
        moved[due.payer.pk] -= due.amount
        moved[due.payee.pk] += due.amount
    carried_out = {player: int(amount * 100) for player, amount in moved.items() if amount}
    if carried_out != {player: amount for player, amount in gets.items() if amount}:
        yield Finding("settlement", f"{where}: the payments move {dict(moved)}, counted {gets}")
