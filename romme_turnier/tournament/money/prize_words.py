"""Rankings that prizes are for, in German words, for pages and paper."""

from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Prize


def ranking_label(prize: Prize) -> str:
    """ "Gesamtwertung", "Serie 2", "Mannschaftswertung", "Senioren"."""
    if prize.ranking == Prize.Ranking.SERIES:
        return _("Serie %(number)d") % {"number": prize.series_number or 0}
    if prize.ranking == Prize.Ranking.CATEGORY and prize.category is not None:
        return prize.category.name
    return str(prize.get_ranking_display())
