"""Seasons for tests of rankings: results and releases stored directly, as `release_standings` leaves them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from romme_turnier.core.json_questions import Fields
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.core.seasons.formula_json import STORED_KEYS, read_formula
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import issue_edition

FIRST = date(2026, 1, 6)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def formula(**fields: Any) -> Formula:
    """A formula from its stored form."""
    return read_formula(Fields(fields, STORED_KEYS))


def make_ranking(
    season: models.Season, slug: str = "wertung", *, of: str = "players", category: str = "", **fields: Any
) -> models.Ranking:
    """A ranking whose formula has these fields."""
    ranking = models.Ranking.objects.create(season=season, name=slug.title(), slug=slug, of=of, category=category)
    models.RankingVersion.objects.create(ranking=ranking, number=1, formula=formula(**fields), at=LONG_AGO)
    return ranking


def people(*names: str) -> list[models.Player]:
    """New people with these last names."""
    return models.Player.objects.bulk_create(models.Player(first_name="Vera", last_name=name) for name in names)


def play(
    season: models.Season | None,
    lists: Mapping[models.Player, Any],
    *,
    week: int = 0,
    event: models.Event | None = None,
    kind: str = "evening",
    organiser: models.Organiser | None = None,
    **fields: Any,
) -> models.Event:
    """An evening of that week with these lists, by player: one figure, or one for each series (None: not played).

    A figure is the result and the number of scoring points. `event` gets another release instead. `fields` are columns
    of all results. An event without a season needs an `organiser`.
    """
    day, held_by = FIRST + timedelta(weeks=week), organiser or (season.organiser if season is not None else None)
    if event is None:
        assert held_by is not None
        number = models.Event.objects.count() + 1
        event = models.Event.objects.create(
            slug=f"abend-{number}",
            name=f"Abend {number}",
            starts_at=datetime.combine(day, time(19), UTC),
            held_by=held_by,
            season=season,
            kind=kind,
            names=models.Event.Names.SHORT,
            bonus_mode="per_list",
        )
    series_of = {player: figures if isinstance(figures, Sequence) else [figures] for player, figures in lists.items()}
    event.results.all().delete()
    columns = {"guest": False, "counts": True, "finished": 0, "handrommes": 0, "half_points": 0} | fields
    models.Result.objects.bulk_create(
        models.Result(
            event=event,
            season=season,
            organiser=event.held_by,
            kind=event.kind,
            day=day,
            series=series,
            player=player,
            club=player.club,
            result=figure,
            scoring_points=max(figure, 0),
            **columns,
        )
        for player, figures in series_of.items()
        for series, figure in enumerate(figures, 1)
        if figure is not None
    )
    last, _made = models.Series.objects.get_or_create(event=event, number=max(map(len, series_of.values()), default=1))
    models.StandingsRelease.objects.create(
        event=event, series=last, number=last.releases.count() + 1, released_at=LONG_AGO, rows=[]
    )
    models.Ranking.objects.filter(season=season).update(outdated_since=LONG_AGO)
    return event


def issued(ranking: models.Ranking) -> models.Edition:
    """The edition from the results of now."""
    edition = issue_edition(ranking)
    assert edition is not None
    return edition


def newest(ranking: models.Ranking) -> models.Edition:
    """The current edition."""
    return ranking.editions.select_related("version")[0]


def table_of(edition: models.Edition) -> list[tuple[Any, ...]]:
    """The ranked rows of an edition: rank, last name or team, value."""
    rows = edition.rows.exclude(rank=None).select_related("entrant__player")
    return [(row.rank, row.entrant.player.last_name if row.entrant else row.team, row.value) for row in rows]
