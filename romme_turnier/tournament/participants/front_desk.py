"""At the front desk: registering, taking the fee and giving the start number, all of it or nothing."""

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
    """The result; `payment` is the ledger entry, where money was booked."""

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
    """Registers somebody with their fee; where `entry.paid` says so, takes it in cash.

    `book`: the official keeps the cash; else the payment is only noted. `with_number` gives the smallest free start
    number if the entry names none. Raises TournamentError as the steps do, and then stores nothing.
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
    """Serves somebody registered already: takes the fee as `register_at_desk` does, and gives the number.

    `fee` is their fee; `number` None is the smallest free one; a number given already stays. Raises TournamentError as
    the steps do, and then stores nothing.
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
