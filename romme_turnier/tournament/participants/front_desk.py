"""The front desk: registering players, taking fees, giving start numbers and checking players in, in one step."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.check_in import check_in, why_not
from romme_turnier.tournament.participants.registrations import Entry, register, set_paid
from romme_turnier.tournament.participants.start_numbers import give_number
from romme_turnier.tournament.participants.unpaid import set_pays_later
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@dataclass(frozen=True, slots=True)
class Handed:
    """The result of serving a player; `payment` is the ledger entry if money was booked."""

    registration: models.Registration
    payment: models.LedgerEntry | None


@service(gettext_lazy("Am Einlass gemeldet"))
def register_at_desk(
    event: models.Event,
    entry: Entry,
    *,
    fee: models.FeeKind | None = None,
    later: bool = False,
    with_number: bool,
    arrived: bool = False,
    book: bool,
    by: User | None,
) -> Handed:
    """Registers a player and, if `entry.paid`, takes the fee in cash, unless the player pays `later`.

    With `book`, the payment is booked in the ledger; otherwise it is only noted. `with_number` gives the smallest free
    start number to a player without one; `arrived` checks the player in. Raises TournamentError if any step does, and
    then stores nothing.
    """
    registration = register(event, replace(entry, paid=False), by=by)
    return hand_out(
        registration,
        fee=fee,
        paid=entry.paid and not later,
        later=later,
        with_number=with_number,
        arrived=arrived,
        book=book,
        by=by,
    )


@service(gettext_lazy("Am Einlass erledigt"))
def hand_out(
    registration: models.Registration,
    *,
    fee: models.FeeKind | None,
    paid: bool,
    later: bool = False,
    with_number: bool = True,
    number: int | None = None,
    arrived: bool = False,
    book: bool,
    by: User | None,
) -> Handed:
    """Takes the fee as `register_at_desk` does if `paid`; may also give the start number and check the player in.

    `fee` is the kind of fee, None the event's usual one; `later` lets the player play before paying. `number` None
    means the smallest free number. Completed steps are skipped. Raises TournamentError for a registration that is not
    active and if any step does, and then stores nothing.
    """
    if registration.status != models.Registration.Status.ACTIVE:
        raise TournamentError(why_not(registration))
    fees.set_fee(registration, fee, by=by)
    registration.refresh_from_db()
    payment = None
    if paid and not registration.paid:
        if book and fees.owed(registration) > 0:
            payment = fees.pay(registration, key="", by=by)
        else:
            set_paid(registration, True, by=by)
    if later:
        set_pays_later(registration, True, by=by)
    if with_number:
        give_number(registration, wanted=number, by=by)
    if arrived:
        check_in(registration, by=by)
    registration.refresh_from_db()
    return Handed(registration, payment)
