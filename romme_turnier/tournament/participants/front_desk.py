"""Somebody stands at the desk: registered, the fee taken, the start number handed out, all of it or nothing."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.categories import with_membership
from romme_turnier.tournament.participants.registrations import Entry, register, set_paid
from romme_turnier.tournament.participants.start_numbers import give_number
from romme_turnier.tournament.shared.service import service


@dataclass(frozen=True, slots=True)
class Handed:
    """What came of it; `payment` is the entry in the ledger, where money was booked."""

    registration: models.Registration
    payment: models.LedgerEntry | None


@service
def register_at_desk(
    event: models.Event,
    entry: Entry,
    *,
    fee: models.FeeKind | None = None,
    categories: Collection[int] | None = None,
    with_number: bool,
    book: bool,
    by: User | None,
) -> Handed:
    """Register somebody with the fee that is theirs; where `entry.paid` says so, take it in cash.

    `book` is whether who does it keeps the cash; else the payment is noted. `with_number` hands out the smallest free
    start number where the entry names none. Raises TournamentError as the steps do, and then nothing is stored.
    """
    registration = with_membership(lambda: register(event, replace(entry, paid=False), by=by), categories)
    if fee is not None:
        fees.set_fee(registration, fee, by=by)
        registration.refresh_from_db()
    payment = _take_fee(registration, book=book, by=by) if entry.paid else None
    if with_number:
        give_number(registration, by=by)
    registration.refresh_from_db()
    return Handed(registration, payment)


@service
def hand_out(
    registration: models.Registration,
    *,
    fee: models.FeeKind | None,
    paid: bool,
    number: int | None,
    book: bool,
    by: User | None,
) -> Handed:
    """Somebody who is registered already has come to the desk: the fee, as `register_at_desk` takes it, and the number.

    `fee` is the one that is theirs, `number` None the smallest free one; whoever has a number keeps it. Raises
    TournamentError as the steps do, and then nothing is stored.
    """
    fees.set_fee(registration, fee, by=by)
    registration.refresh_from_db()
    payment = _take_fee(registration, book=book, by=by) if paid and not registration.paid else None
    give_number(registration, wanted=number, by=by)
    registration.refresh_from_db()
    return Handed(registration, payment)


def _take_fee(registration: models.Registration, *, book: bool, by: User | None) -> models.LedgerEntry | None:
    if book and fees.owed(registration) > 0:
        return fees.pay(registration, key="", by=by)
    set_paid(registration, True, by=by)
    return None
