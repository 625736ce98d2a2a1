"""Payments among players as sentences, for pages and slips."""

from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.settlements import Balance, Settlement
from romme_turnier.tournament.money.words import amount


def who_pays(settlement: Settlement, event: Event) -> list[str]:
    """Returns the payments among the players, or with the box if the stake goes through it."""
    if event.stake_booked:
        return [_at_the_desk(balance, event.currency) for balance in settlement.balances if balance.amount]
    return [
        _("%(payer)s zahlt %(amount)s an %(payee)s")
        % {"payer": due.payer.name, "payee": due.payee.name, "amount": amount(due.amount, event.currency)}
        for due in settlement.dues
    ]


def _at_the_desk(balance: Balance, currency: str) -> str:
    words = {"name": balance.registration.name, "amount": amount(abs(balance.amount), currency)}
    if balance.amount < 0:
        return _("%(name)s zahlt %(amount)s an der Kasse") % words
    return _("%(name)s bekommt %(amount)s an der Kasse") % words
