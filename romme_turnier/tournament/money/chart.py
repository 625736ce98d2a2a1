"""The chart of fees and fines, for the pages of the desk and for paper."""

from decimal import Decimal

from django.db.models import Sum
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event, LedgerEntry
from romme_turnier.tournament.money import words as money_words
from romme_turnier.tournament.standings.charts import BarChart, money_chart

Kind = LedgerEntry.Kind


def fees_and_fines(event: Event) -> BarChart | None:
    """Entry fees, and the fines of each series, without reversed ones. None before the first payment."""
    sums = event.ledger.filter(kind__in=(Kind.FEE, Kind.FINE)).values_list("kind", "series__number")
    by_kind: dict[tuple[str, int], Decimal] = {}
    for kind, series, amount in sums.annotate(amount=Sum("amount")).order_by("kind", "series__number"):
        key = (kind, series or 0 if kind == Kind.FINE else 0)
        by_kind[key] = by_kind.get(key, Decimal(0)) + amount
    return money_chart(
        [
            (_label(kind, series), amount, money_words.amount(amount, event.currency))
            for (kind, series), amount in by_kind.items()
        ]
    )


def _label(kind: str, series: int) -> str:
    if kind == Kind.FEE:
        return _("Startgeld")
    return _("Bußgeld S %(series)d") % {"series": series} if series else _("Bußgeld")
