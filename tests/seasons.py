"""Small seasons for tests, made as rows: players with numbers, a ranking, and editions with given values."""

from datetime import date, time
from typing import Any

from django.utils import timezone

from romme_turnier.core.seasons.formula import Formula, Join
from romme_turnier.tournament import models
from tests.factories import make_season


def make_season_with_players(*, players: int = 4, published: bool = True, **fields: Any) -> models.Season:
    """A season of this year with these players, numbered from 1, and one ranking by the mean, without an edition."""
    today = timezone.localdate()
    values = {
        "name": "Clubjahr 2026",
        "first_day": date(today.year, 1, 1),
        "last_day": date(today.year, 12, 31),
        "weekday": 1,
        "evenings_at": time(19, 30),
        "names": models.Event.Names.HALL,
        "published_at": timezone.now() if published else None,
        **fields,
    }
    season = make_season(**values)
    club, _new = models.Club.objects.get_or_create(name="Rommé-Club 1")
    people = models.Player.objects.bulk_create(
        models.Player(first_name=f"Vor{number}", last_name=f"Nach{number}", club=club)
        for number in range(1, players + 1)
    )
    models.SeasonPlayer.objects.bulk_create(
        models.SeasonPlayer(season=season, player=player, number=number) for number, player in enumerate(people, 1)
    )
    ranking = models.Ranking.objects.create(season=season, name="Mittel", slug="mittel")
    models.RankingVersion.objects.create(
        ranking=ranking, number=1, formula=Formula(join=Join.MEAN), at=timezone.now(), by=None
    )
    return season


def issue(season: models.Season, values: list[str], **fields: Any) -> models.Edition:
    """An edition of the first ranking: the values of players 1, 2 …, in their order; "" has no rank yet."""
    ranking = season.rankings.get(slug="mittel")
    edition = models.Edition.objects.create(
        ranking=ranking,
        version=ranking.versions.get(),
        number=ranking.editions.count() + 1,
        offered=10,
        needs=3,
        digest="",
        at=timezone.now(),
        by=None,
        **{"rests_on": [["abend-1", 1, 1], ["abend-1", 2, 1], ["abend-2", 1, 1]], **fields},
    )
    entrants = list(season.players.order_by("number"))
    ordered = sorted(zip(entrants, values, strict=True), key=lambda pair: float(pair[1] or "inf"))
    models.EditionRow.objects.bulk_create(
        models.EditionRow(
            edition=edition,
            position=position,
            rank=position if value else None,
            entrant=entrant,
            club=entrant.player.club if season.players.count() < 100 else None,
            value=value,
            units=6,
            used=6 if value else 0,
            missing=0 if value else 2,
            detail={"joined": value} if value else {},
        )
        for position, (entrant, value) in enumerate(ordered, 1)
    )
    return edition
