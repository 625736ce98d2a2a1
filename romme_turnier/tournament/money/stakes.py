"""Stakes paid through the cash box, if the announcement provides for this: booking the amounts of the settlement.

The settlement always follows the lists, but booked amounts stay. If a list is corrected later, the difference is open
in the accounts again.
"""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import ledger
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class StakeAccount:
    """The player's gain in the settlement of the whole event, and the part that is booked.

    The player pays negative amounts and receives positive ones.
    """

    registration: models.Registration
    settled: Decimal
    booked: Decimal

    @property
    def open(self) -> Decimal:
        return self.settled - self.booked

    @property
    def owed(self) -> Decimal:
        """The amount that the player must still pay in."""
        return max(-self.open, _NOTHING)


def stake_accounts(event: models.Event, whole: Settlement | None) -> list[StakeAccount]:
    """Returns the account of every player with a settlement or a booking, ordered by start number."""
    settled = {balance.registration: balance.amount for balance in whole.balances} if whole else {}
    booked: dict[models.Registration, Decimal] = defaultdict(Decimal)
    for entry in event.ledger.filter(kind=Kind.STAKE).select_related("registration__player"):
        if entry.registration is not None:
            booked[entry.registration] -= entry.amount
    return [
        StakeAccount(registration, settled.get(registration, _NOTHING), booked.get(registration, _NOTHING))
        for registration in sorted(
            {*settled, *booked}, key=lambda registration: (registration.number or 0, registration.pk)
        )
    ]


@service(gettext_lazy("Einsatz gebucht"))
def book_stake(
    registration: models.Registration, *, seen: Decimal, method: str = Method.CASH, key: str, by: User | None
) -> models.LedgerEntry:
    """Books the open amount of a player's account: a loser pays it into the box, and a winner receives it from there.

    `seen` is the open amount that the official saw. A second call with the same key returns the first entry. Raises
    TournamentError if the amount has changed, if nothing is open, or if the stake does not go through the box. Also
    raises the errors of `ledger.book`.
    """
    event = models.Event.objects.select_for_update(no_key=True).get(pk=registration.event_id)
    if not (event.stake_booked and settles(event)):
        raise TournamentError(_("Nach der Ausschreibung geht der Einsatz nicht durch die Kasse."))
    if not (key and models.LedgerEntry.objects.filter(payment_key=key).exists()):  # otherwise a repetition
        accounts = stake_accounts(event, settlement_of(event).whole)
        still = next((account.open for account in accounts if account.registration == registration), _NOTHING)
        if not still:
            raise TournamentError(_("Für %(name)s ist nichts offen.") % {"name": registration.name})
        if still != seen:
            raise TournamentError(_("Der Betrag hat sich inzwischen geändert. Bitte sehen Sie noch einmal nach."))
    return ledger.book(event, Kind.STAKE, -seen, method=method, registration=registration, key=key, by=by)
