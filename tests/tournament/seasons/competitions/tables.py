"""People and editions of rankings for tests; their rows are made directly."""

from collections.abc import Sequence

from django.utils import timezone

from romme_turnier.core.seasons.formula import Formula
from romme_turnier.tournament import models


def make_players(number: int) -> list[models.Player]:
    return models.Player.objects.bulk_create(
        models.Player(first_name=f"Vera{n}", last_name=f"Spieler{n}") for n in range(1, number + 1)
    )


def make_edition(season: models.Season, ranks: Sequence[int], *, number: int = 1) -> models.Edition:
    """An edition of the season's first ranking, with these ranks; player n is at the n-th of them."""
    now = timezone.now()
    ranking, _made = models.Ranking.objects.get_or_create(season=season, slug="wertung", defaults={"name": "Wertung"})
    version, _made = models.RankingVersion.objects.get_or_create(
        ranking=ranking, number=1, defaults={"formula": Formula(), "at": now}
    )
    edition = models.Edition.objects.create(
        ranking=ranking, version=version, number=number, offered=10, needs=0, digest="", at=now
    )
    known = list(season.players.order_by("number"))
    players = make_players(len(ranks) - len(known))
    known += models.SeasonPlayer.objects.bulk_create(
        models.SeasonPlayer(season=season, player=player, number=n)
        for n, player in enumerate(players, start=len(known) + 1)
    )
    models.EditionRow.objects.bulk_create(
        models.EditionRow(
            edition=edition,
            position=position,
            rank=rank,
            entrant=entrant,
            value="850.00",
            units=24,
            used=24,
            detail={"joined": "850.00"},
        )
        for position, (rank, entrant) in enumerate(zip(ranks, known, strict=True), start=1)
    )
    return edition
