"""Slips that say who pays whom: the whole event, each evening, each table."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.money.settlement_words import who_pays
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles
from romme_turnier.tournament.money.words import amount


def settlement_document(event: models.Event) -> dict[str, Any] | None:
    """Context of documents/money/settlement.html; None where nothing is settled."""
    found = settlement_of(event) if settles(event) else None
    if found is None or found.whole is None:
        return None
    parts = [
        *((date_format(day, "l, j. F"), one) for day, one in found.evenings),
        *(
            (_("Serie %(series)d, Tisch %(table)d") % {"series": one.series, "table": one.table}, one.settlement)
            for one in found.tables
        ),
    ]
    return {
        "event": event,
        "stake": stake_in_words(event),
        "slips": [
            _slip(_("Ganzes Turnier"), found.whole, event, pays=True),
            *(_slip(title, one, event, pays=not event.stake_booked) for title, one in parts),
        ],
    }


def _slip(title: str, settlement: Settlement, event: models.Event, *, pays: bool) -> dict[str, Any]:
    """`pays`: whoever gets the slip pays by it. At the cash desk it is paid once, for all tables."""
    return {
        "title": title,
        "losses": any(one.loss is not None for one in settlement.balances),
        "rows": [
            {
                "number": one.registration.number,
                "name": one.registration.name,
                "loss": one.loss,
                "amount": amount(one.amount, event.currency),
            }
            for one in settlement.balances
        ],
        "pays": pays,
        "dues": who_pays(settlement, event) if pays else [],
    }
