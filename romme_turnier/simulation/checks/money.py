"""Checks money: fines by game, the ledger, and the values that depend on its entries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from romme_turnier.simulation.checks.facts import Facts, Finding, Row, Sheet
from romme_turnier.tournament.lists.checking.hand_in_reading import fines_short, hand_ins
from romme_turnier.tournament.money import cash
from romme_turnier.tournament.money.reading import accounts, fee_totals, fees_open

_ZERO = Decimal(0)


def check_fines(facts: Facts) -> Iterator[Finding]:
    """Checks the fines that each seat owes for lost games, and the missing sum that the overview shows.

    The ledger must hold exactly the fines received with the lists.
    """
    steps = sorted((step.from_game, step.amount) for step in facts.event.fine_steps.all())
    sheets = {sheet.row["id"]: sheet for sheet in facts.sheets.values()}
    short = _ZERO
    for number, series in facts.series.items():
        for state in hand_ins(facts.event, number):
            short += max(state.short or _ZERO, _ZERO) if series["closed_at"] else _ZERO
            sheet = sheets[state.spielliste.pk]
            owed = tuple(_owed(sheet, seat, steps) for seat in sorted(sheet.seats))
            if state.dues is not None and state.dues != owed:
                yield Finding("fines", f"{sheet.where}: asked for {state.dues}, counted {owed}")
    if short != fines_short(facts.event):
        yield Finding("fines", f"missing {short}, but {fines_short(facts.event)} in the overview")
    received: defaultdict[int | None, Decimal] = defaultdict(Decimal)
    for hand_in in facts.hand_ins:
        received[sheets[hand_in["spielliste_id"]].series["id"]] += hand_in["fine_paid"] or _ZERO
    for series in facts.series.values():
        booked = _sum(row for row in facts.ledger if row["kind"] == "fine" and row["series_id"] == series["id"])
        if booked != received[series["id"]]:
            what = f"series {series['number']}: booked {booked}, received {received[series['id']]}"
            yield Finding("fines", what)


def _sum(rows: Iterable[Row]) -> Decimal:
    return sum((row["amount"] for row in rows), _ZERO)


def _owed(sheet: Sheet, seat: int, steps: list[tuple[int, Decimal]]) -> Decimal:
    gone = sheet.vacancies.get(seat)
    lost, owed = 0, _ZERO
    for number, row in sheet.games.items():
        played = gone is None or number < gone["from_game"]
        in_doubt = number in sheet.endings and all(who for who, _mark in sheet.endings[number]["endings"])
        if played and (row["finisher"] not in (None, seat) or (row["finisher"] is None and in_doubt)):
            lost += 1
            owed += next((amount for first, amount in reversed(steps) if first <= lost), _ZERO)
    return owed


def check_ledger(facts: Facts) -> Iterator[Finding]:
    """Checks that entries are numbered without gaps, and that each reversal undoes a whole entry for the first time."""
    numbers = [row["number"] for row in facts.ledger]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("ledger", f"entries are numbered {numbers}")
    entries = {row["id"]: row for row in facts.ledger}
    reversed_times = Counter(row["reverses_id"] for row in facts.ledger if row["reverses_id"] is not None)
    for row in facts.ledger:
        if row["reverses_id"] is None:
            continue
        first = entries.get(row["reverses_id"])
        same = ("kind", "method", "registration_id", "team_id", "series_id")
        sound = first is not None and first["reverses_id"] is None and first["number"] < row["number"]
        if not sound or first is None or first["amount"] != -row["amount"] or any(first[n] != row[n] for n in same):
            yield Finding("ledger", f"entry {row['number']} does not undo what it reverses")
        if reversed_times[row["reverses_id"]] > 1:
            yield Finding("ledger", f"what entry {row['number']} reverses is reversed more than once")


def check_balance(facts: Facts) -> Iterator[Finding]:
    """Checks that the expected contents of the box are the sum of all cash payments, now and at each count."""
    in_cash = [row for row in facts.ledger if row["method"] == "cash"]
    if cash.expected(facts.event) != _sum(in_cash):
        yield Finding("balance", f"expected {cash.expected(facts.event)}, added up {_sum(in_cash)}")
    for count in facts.cash_counts:
        expected = _sum(row for row in in_cash if row["number"] <= count["last_entry"])
        counted = sum((Decimal(value) * pieces for value, pieces in count["pieces"].items()), _ZERO)
        if (count["expected"], count["counted"]) != (expected, counted):
            what = f"counted {counted} of {expected}, stored {count['counted']} of {count['expected']}"
            yield Finding("balance", what)


def check_fees(facts: Facts) -> Iterator[Finding]:
    """Checks that paid flags match the ledger, that no player paid too much, and that the overview adds up."""
    still_open = fee_totals(accounts(facts.event)).open
    if still_open != fees_open(facts.event):
        yield Finding("fees", f"open {still_open}, but {fees_open(facts.event)} in the overview")
    kinds = {kind.pk: kind.amount for kind in facts.event.fee_kinds.all()}
    for pk, player in facts.registrations.items():
        entries = [row for row in facts.ledger if row["registration_id"] == pk and row["kind"] in ("fee", "refund")]
        if not entries:
            continue
        free = player["out_of_competition"] or (player["status"] == "withdrawn" and player["left_before_series"] == 1)
        free = free or player["status"] == "waiting" or _place_is_paid(facts, pk)
        owed = _ZERO if free else kinds.get(player["fee_id"], facts.event.entry_fee)
        paid = _sum(entries)
        if player["paid"] != (paid > 0 and paid >= owed) or paid < 0 or (paid > owed and not free):
            yield Finding("fees", f"player {player['number']}: paid {paid} of {owed}, marked {player['paid']}")


def _place_is_paid(facts: Facts, pk: int) -> bool:
    """Returns whether a substitute owes no fee: on the bench, or in place of a player who has paid."""
    calls = [call for call in facts.call_ins if call["substitute_id"] == pk and call["undone_at"] is None]
    return pk in facts.substitutes and (
        not calls or any(facts.registrations[call["member_id"]]["paid"] for call in calls)
    )


def check_prizes(facts: Facts) -> Iterator[Finding]:
    """Checks that each money prize handed out left the box once, for its winner, and that no other prize money did."""
    entries = {row["id"]: row for row in facts.ledger}
    for award in facts.awards:
        entry = entries.get(award["ledger_entry_id"])
        due = award["handed_at"] is not None and award["amount"] is not None
        if due != (entry is not None):
            yield Finding("prizes", f"the prize for rank {award['rank']} and its entry do not agree")
        elif entry is not None:
            same = all(entry[name] == award[name] for name in ("registration_id", "team_id"))
            if entry["amount"] != -award["amount"] or not same:
                yield Finding("prizes", f"entry {entry['number']} is not the prize for rank {award['rank']}")
    handed = sum((award["amount"] or _ZERO for award in facts.awards if award["handed_at"] is not None), _ZERO)
    paid_out = -_sum(row for row in facts.ledger if row["kind"] == "prize")
    if handed != paid_out:
        yield Finding("prizes", f"handed out {handed}, paid out {paid_out}")
