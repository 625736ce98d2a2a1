"""Slips that say who pays whom: the whole event, each evening, each table."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles
from romme_turnier.tournament.money.words import amount


def settlement_document(event: models.Event) -> dict[str, Any] | None:
    """Context of documents/money/settlement.html; None where nothing is settled."""
    found = settlement_of(event) if settles(event) else None
    if found is None or found.whole is None:
        return None
    slips = [
        (_("Ganzes Turnier"), found.whole),
        *((date_format(day, "l, j. F"), one) for day, one in found.evenings),
        *(
            (_("Serie %(series)d, Tisch %(table)d") % {"series": one.series, "table": one.table}, one.settlement)
            for one in found.tables
        ),
    ]
    return {
        "event": event,
        "stake": stake_in_words(event),
        "slips": [_slip(title, one, event.currency) for title, one in slips],
    }


def _slip(title: str, settlement: Settlement, currency: str) -> dict[str, Any]:
    return {
        "title": title,
        "losses": any(one.loss is not None for one in settlement.balances),
        "rows": [
            {
                "number": one.registration.number,
                "name": one.registration.name,
                "loss": one.loss,
                "amount": amount(one.amount, currency),
            }
            for one in settlement.balances
        ],
        "dues": [
            _("%(payer)s zahlt %(amount)s an %(payee)s")
            % {"payer": due.payer.name, "payee": due.payee.name, "amount": amount(due.amount, currency)}
            for due in settlement.dues
        ],
    }
