"""Simulates money: the float, fees paid whole or in parts, refunds, fines, prizes, stakes, and the final count."""

from contextlib import nullcontext
from decimal import Decimal

from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking import hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.money import cash, fees, prizes
from romme_turnier.tournament.money.prize_reading import prize_state
from romme_turnier.tournament.money.settlements import settlement_of
from romme_turnier.tournament.money.stakes import book_stake, stake_accounts
from romme_turnier.tournament.participants import registrations, unpaid

Kind = models.LedgerEntry.Kind
Ranking = models.Prize.Ranking
FLOAT = Decimal(100)


def open_box(simulated: SimulatedEvent) -> None:
    """Puts the float into the box."""
    cash.book_other(
        simulated.event, Kind.FLOAT, FLOAT, text="Wechselgeld", key=simulated.key(), by=simulated.people.cashier
    )


def take_fees(simulated: SimulatedEvent) -> None:
    """Takes the open fees before the draw (§ 1.3), or marks players as paid if the event has no fee.

    Some captains pay for their team, some players pay in two parts, and some may pay later.
    """
    by = simulated.people.cashier
    if simulated.event.entry_fee:
        for team in simulated.event.teams.order_by("pk"):
            waiting = team.members.filter(paid=False, out_of_competition=False, status="active")
            if any(fees.owed(player) > fees.booked(player) for player in waiting) and simulated.happens(
                0.3, "teams_paid"
            ):
                fees.pay_team(team, key=simulated.key(), by=by)
    debtors = simulated.event.registrations.filter(paid=False, out_of_competition=False, status="active")
    for registration in debtors.order_by("pk"):
        if not simulated.event.entry_fee:
            registrations.set_paid(registration, True, by=by)
        elif fees.owed(registration) <= fees.booked(registration) or _on_credit(simulated, registration):
            continue
        else:
            _pay(simulated, registration)
        simulated.tally["paid_late"] += 1


def _on_credit(simulated: SimulatedEvent, registration: models.Registration) -> bool:
    """Returns whether a player pays later; some players with this permission nevertheless pay now.

    Occasionally lets the director give a player the permission.
    """
    if registration.pays_later:
        return simulated.rng.random() < 0.6
    if simulated.happens(0.03, "paying_later"):
        unpaid.set_pays_later(registration, True, by=simulated.people.director)
        return True
    return False


def _pay(simulated: SimulatedEvent, registration: models.Registration) -> None:
    by, key = simulated.people.cashier, simulated.key()
    if simulated.happens(0.1, "paid_in_parts"):
        fees.pay(registration, Decimal("2.50"), key=f"{key[:60]}-1", by=by)
    method = simulated.rng.choice([models.LedgerEntry.Method.CASH, models.LedgerEntry.Method.BANK])
    entry = fees.pay(registration, method=method, key=key, by=by)
    if simulated.happens(0.05, "paid_twice"):
        again = fees.pay(registration, method=method, key=key, by=by)
        if again.pk != entry.pk:
            raise Unexpected("the same payment was booked twice")
    if simulated.happens(0.05, "payments_reversed"):
        cash.take_back(entry, reason="falscher Betrag", by=by)
        fees.pay(registration, key=simulated.key(), by=by)
        with refused("a payment was reversed twice"):
            cash.take_back(entry, reason="noch einmal", by=by)


def give_back(simulated: SimulatedEvent, registration: models.Registration) -> None:
    """Occasionally refunds a player who leaves early. Raises Unexpected if an excluded player is refunded (§ 1.4)."""
    if fees.booked(registration) > 0 and simulated.happens(0.5):
        registration.refresh_from_db()
        excluded = registration.status == models.Registration.Status.EXCLUDED
        with refused("an excluded player got the fee back") if excluded else nullcontext():
            fees.refund(registration, reason="erkrankt", key=simulated.key(), by=simulated.people.cashier)
            simulated.tally["refunds"] += 1


def take_fines(simulated: SimulatedEvent, series: models.Series) -> None:
    """Takes fines for lost games from tables that hand in their lists, sometimes only in part."""
    for state in hand_ins(simulated.event, series.number):
        if not state.due or state.spielliste.status == models.Spielliste.Status.OPEN or not simulated.happens(0.6):
            continue
        paid = state.due if simulated.rng.random() < 0.8 else Decimal("0.10")
        hand_in.record_hand_in(
            state.spielliste,
            paper=models.HandIn.Custody.IN,
            unsigned=state.unsigned,
            cards_missing=state.cards_missing,
            fine_paid=paid,
            expected=state.version,
            by=simulated.people.cashier,
        )
        simulated.tally["fines"] += 1


def plan_prizes(simulated: SimulatedEvent) -> None:
    """Plans money for three players and two teams, flowers for ranks 2 and 3, and a prize for the first series."""
    lines = [
        prizes.PlanLine(first_rank=1, last_rank=1, amount=Decimal("30.00")),
        prizes.PlanLine(first_rank=2, last_rank=3, amount=Decimal("12.55"), thing="Blumen"),
        prizes.PlanLine(ranking=Ranking.SERIES, series_number=1, first_rank=1, last_rank=1, thing="Kartenspiel"),
    ]
    if simulated.event.teams.exists():
        lines.append(prizes.PlanLine(ranking=Ranking.TEAM, first_rank=1, last_rank=2, amount=Decimal("20.00")))
    settings = {name: simulated.rng.random() < 0.4 for name in prizes.SETTINGS}
    prizes.store_plan(simulated.event, lines, settings, by=simulated.people.director)
    simulated.event.refresh_from_db()


def hand_out_prizes(simulated: SimulatedEvent) -> None:
    """Releases decided prizes and hands most of them out, occasionally to the wrong player at first."""
    director, cashier = simulated.people.director, simulated.people.cashier
    if not simulated.event.prize_plan.exists() or not prize_state(simulated.event).to_release:
        return
    awards = prizes.release(simulated.event, by=director)
    if simulated.happens(0.1, "prizes_withdrawn"):
        prizes.withdraw_release(simulated.event, by=director)
        awards = prizes.release(simulated.event, by=director)
    for award in awards:
        if simulated.chooses(0.85, "prizes"):
            prizes.hand_out(award, by=cashier)
            simulated.tally["prizes"] += 1
            if simulated.happens(0.08, "prizes_taken_back"):
                prizes.take_back(award, reason="falsche Person", by=cashier)
                if simulated.rng.random() < 0.5:
                    prizes.hand_out(award, by=cashier)


def settle_stakes(simulated: SimulatedEvent) -> None:
    """Takes the stake from losers, then pays winners, if the desk books it; some bookings are reversed and repeated."""
    event, by = simulated.event, simulated.people.cashier
    if not event.stake_booked:
        return
    for account in sorted(stake_accounts(event, settlement_of(event).whole), key=lambda account: account.open):
        if not account.open:
            continue
        entry = book_stake(account.registration, seen=account.open, key=simulated.key(), by=by)
        simulated.tally["stakes"] += 1
        if simulated.happens(0.05, "stakes_reversed"):
            cash.take_back(entry, reason="falsche Person", by=by)
            book_stake(account.registration, seen=account.open, key=simulated.key(), by=by)


def count_box(simulated: SimulatedEvent) -> None:
    """Counts the box at the end of the day."""
    left = max(cash.expected(simulated.event), Decimal(0))
    pieces = {}
    for value in cash.NOTES_AND_COINS:
        pieces[value] = int(left // value)
        left -= pieces[value] * value
    cash.count_cash(simulated.event, pieces, by=simulated.people.cashier)
