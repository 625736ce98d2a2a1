"""Money: fees paid whole or in parts, by captains or late; fines, prizes, refunds; the box counted at the end."""

from decimal import Decimal

from romme_turnier.simulation.course import Course, Unexpected
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking import hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.money import cash, fees, prizes
from romme_turnier.tournament.money.prize_reading import prize_state
from romme_turnier.tournament.participants import registrations, unpaid
from romme_turnier.tournament.shared.errors import TournamentError

Kind = models.LedgerEntry.Kind
Ranking = models.Prize.Ranking
FLOAT = Decimal(100)


def open_box(course: Course) -> None:
    """Put change into the box."""
    cash.book_other(course.event, Kind.FLOAT, FLOAT, text="Wechselgeld", key=course.key(), by=course.people.cashier)


def take_fees(course: Course) -> None:
    """Whoever has not paid pays now, before the draw (§ 1.3); captains for their team, some in two parts."""
    by = course.people.cashier
    if course.event.entry_fee:
        for team in course.event.teams.order_by("pk"):
            waiting = team.members.filter(paid=False, out_of_competition=False, status="active")
            if any(fees.owed(one) > fees.booked(one) for one in waiting) and course.happens(0.3, "teams_paid"):
                fees.pay_team(team, key=course.key(), by=by)
    unpaid = course.event.registrations.filter(paid=False, out_of_competition=False, status="active")
    for registration in unpaid.order_by("pk"):
        if not course.event.entry_fee:
            registrations.set_paid(registration, True, by=by)
        elif fees.owed(registration) <= fees.booked(registration) or _on_credit(course, registration):
            continue
        else:
            _pay(course, registration)
        course.tally["paid_late"] += 1


def _on_credit(course: Course, registration: models.Registration) -> bool:
    """Now and then the direction lets somebody play who pays later, and for a while they have not."""
    if registration.pays_later:
        return course.rng.random() < 0.6
    if course.happens(0.03, "paying_later"):
        unpaid.set_pays_later(registration, True, by=course.people.director)
        return True
    return False


def _pay(course: Course, registration: models.Registration) -> None:
    by, key = course.people.cashier, course.key()
    if course.happens(0.1, "paid_in_parts"):
        fees.pay(registration, Decimal("2.50"), key=f"{key[:60]}-1", by=by)
    method = course.one_of([models.LedgerEntry.Method.CASH, models.LedgerEntry.Method.BANK])
    entry = fees.pay(registration, method=method, key=key, by=by)
    if course.happens(0.05, "paid_twice"):
        again = fees.pay(registration, method=method, key=key, by=by)
        if again.pk != entry.pk:
            raise Unexpected("the same payment was booked twice")
    if course.happens(0.05, "payments_reversed"):
        cash.take_back(entry, reason="falscher Betrag", by=by)
        fees.pay(registration, key=course.key(), by=by)
        try:
            cash.take_back(entry, reason="noch einmal", by=by)
        except TournamentError:
            return
        raise Unexpected("a payment was reversed twice")


def give_back(course: Course, registration: models.Registration) -> None:
    """Somebody who goes home early may get the fee back; somebody excluded does not (§ 1.4)."""
    if fees.booked(registration) > 0 and course.happens(0.5):
        registration.refresh_from_db()
        excluded = registration.status == models.Registration.Status.EXCLUDED
        try:
            fees.refund(registration, reason="erkrankt", key=course.key(), by=course.people.cashier)
        except TournamentError:
            if not excluded:
                raise
            return
        if excluded:
            raise Unexpected("the fee was given back to somebody who was excluded")
        course.tally["refunds"] += 1


def take_fines(course: Course, series: models.Series) -> None:
    """What tables owe for lost games comes in with their lists, not always all of it."""
    for state in hand_ins(course.event, series.number):
        if not state.due or state.spielliste.status == models.Spielliste.Status.OPEN or not course.happens(0.6):
            continue
        paid = state.due if course.rng.random() < 0.8 else Decimal("0.10")
        hand_in.record_hand_in(
            state.spielliste,
            paper=models.HandIn.Paper.IN,
            unsigned=state.unsigned,
            cards_missing=state.cards_missing,
            fine_paid=paid,
            expected=state.version,
            by=course.people.cashier,
        )
        course.tally["fines"] += 1


def plan_prizes(course: Course) -> None:
    """Money for the first three, a thing for the best of the first series, something for the best team."""
    lines = [
        prizes.PlanLine(first_rank=1, last_rank=1, amount=Decimal("30.00")),
        prizes.PlanLine(first_rank=2, last_rank=3, amount=Decimal("12.55"), thing="Blumen"),
        prizes.PlanLine(ranking=Ranking.SERIES, series_number=1, first_rank=1, last_rank=1, thing="Kartenspiel"),
    ]
    if course.event.teams.exists():
        lines.append(prizes.PlanLine(ranking=Ranking.TEAM, first_rank=1, last_rank=2, amount=Decimal("20.00")))
    settings = {name: course.rng.random() < 0.4 for name in prizes.SETTINGS}
    prizes.store_plan(course.event, lines, settings, by=course.people.director)
    course.event.refresh_from_db()


def hand_out_prizes(course: Course) -> None:
    """Release what is decided, hand it out, now and then wrongly at first."""
    director, cashier = course.people.director, course.people.cashier
    if not course.event.prize_plan.exists() or not prize_state(course.event).to_release:
        return
    awards = prizes.release(course.event, by=director)
    if course.happens(0.1, "prizes_withdrawn"):
        prizes.withdraw_release(course.event, by=director)
        awards = prizes.release(course.event, by=director)
    for award in awards:
        if course.rng.random() < 0.85:
            prizes.hand_out(award, by=cashier)
            course.tally["prizes"] += 1
            if course.happens(0.08, "prizes_taken_back"):
                prizes.take_back(award, reason="falsche Person", by=cashier)
                if course.rng.random() < 0.5:
                    prizes.hand_out(award, by=cashier)


def count_box(course: Course) -> None:
    """Count the box at the end of the day."""
    left = max(cash.expected(course.event), Decimal(0))
    pieces = {}
    for value in cash.NOTES_AND_COINS:
        pieces[value] = int(left // value)
        left -= pieces[value] * value
    cash.count_cash(course.event, pieces, by=course.people.cashier)
