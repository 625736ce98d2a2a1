"""The tables of a federation's seasons: one of each closed season, several of the running season of a club."""

from collections.abc import Collection

from django.db.models import Count
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.seasons.formula import Formula, MeanOfAtLeast, Missing, Take
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.rankings import create_ranking
from romme_turnier.tournament.seasons.years.page import make_years_page
from romme_turnier.tournament.shared.service import frame

YEARS_TOKEN = "years"  # noqa: S105 - of a made-up player
FORMULA = Formula(join=MeanOfAtLeast(24, Missing.OWN_WORST))
_FIRST_SERIES = Formula(take=Take(series=frozenset({1})), join=MeanOfAtLeast(12, Missing.OWN_WORST))


@frame
def store_editions(by: User, running: Collection[models.Season]) -> None:
    """Makes rankings and their editions by the services that officials use, and closes the other seasons."""
    for season in models.Season.objects.select_related("organiser").order_by("pk"):
        create_ranking(season, "Mittel", FORMULA, by=by)
        if season in running:
            create_ranking(season, "Erste Serie", _FIRST_SERIES, by=by)
            reissue_outdated(season, in_background=True)
    closed = models.Season.objects.exclude(pk__in=[season.pk for season in running])
    closed.update(closed_at=timezone.now())


def store_years_page() -> None:
    """Makes the page of years of the player with most lists."""
    lists = models.Result.objects.values("player").annotate(lists=Count("pk"))
    make_years_page(models.Player.objects.get(pk=lists.latest("lists", "player")["player"]), token=YEARS_TOKEN)
