"""Rankings that prizes are for, in German words, for pages and paper."""

from decimal import Decimal

from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Prize
from romme_turnier.tournament.money.words import amount


def ranking_label(prize: Prize) -> str:
    """ "Gesamtwertung", "Serie 2", "Mannschaftswertung", "Senioren"."""
    if prize.ranking == Prize.Ranking.SERIES:
        return _("Serie %(number)d") % {"number": prize.series_number or 0}
    if prize.ranking == Prize.Ranking.CATEGORY and prize.category is not None:
        return prize.category.name
    return str(prize.get_ranking_display())


def prize_label(value: Decimal | None, thing: str, currency: str) -> str:
    """ "12,50 € + Pokal"."""
    return " + ".join(filter(None, [amount(value, currency) if value is not None else "", thing]))
