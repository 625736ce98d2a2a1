"""The years of a player, over all events and seasons: means with their uncertainty, best and worst lists, places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import sqrt
from operator import attrgetter
from statistics import fmean, stdev
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.timezone import localdate

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models

_TWO_SIDES = 1.96  # standard errors on each side of a mean within which the true one is in 95 of 100 cases


class _List(NamedTuple):
    day: date
    event: int
    result: int
    finished: int
    handrommes: int
    club: str | None
    ruleset: str
    games: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of lists of the same kind; `evenings` is the number of their events.

    `spread` is the distance of the mean from each end of its 95 % confidence interval, None for a single list. `best`
    and `worst` are the results and days of single lists.
    """

    lists: int
    evenings: int
    mean: float
    spread: float | None
    best: tuple[int, date]
    worst: tuple[int, date]
    finished: int
    handrommes: int


@dataclass(frozen=True, slots=True)
class Kind:
    """All lists of one rule system and number of games, not compared with others, and the figures of each year."""

    ruleset: str
    games: int
    all: Figures
    years: Sequence[tuple[int, Figures]]

    @property
    def rules(self) -> RuleSet:
        return get_ruleset(self.ruleset)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the newest edition of a ranking of a season, or in the final standings of an event."""

    title: str
    ranking: str
    day: date
    rank: int
    of: int
    season: models.Season | None = None


@dataclass(frozen=True, slots=True)
class Years:
    """A player's lists over all years. The kind with the most lists comes first.

    `clubs` has each club with its first and last day, and `since` is the day of the first list.
    """

    lists: int
    evenings: int
    since: date
    kinds: Sequence[Kind]
    clubs: Sequence[tuple[str, date, date]]
    places: Sequence[Place]


def years_of(player: models.Player) -> Years | None:
    """Returns the years of a player, from released results that count; None if there are none."""
    rows = player.results.filter(counts=True).order_by("day", "event", "series")
    columns = ("day", "event", "result", "finished", "handrommes", "club__name")
    lists = [_List(*row) for row in rows.values_list(*columns, "event__ruleset", "event__games_per_list")]
    if not lists:
        return None
    kind_of = attrgetter("ruleset", "games")
    kinds = []
    for (ruleset, games), group in groupby(sorted(lists, key=kind_of), key=kind_of):
        of_kind = list(group)
        by_year = groupby(of_kind, key=lambda row: row.day.year)
        years = [(year, _figures(list(of_year))) for year, of_year in by_year]
        kinds.append(Kind(ruleset, games, _figures(of_kind), years))
    kinds.sort(key=lambda kind: -kind.all.lists)
    return Years(
        lists=len(lists),
        evenings=len({row.event for row in lists}),
        since=lists[0].day,
        kinds=kinds,
        clubs=_clubs(lists),
        places=[*_places_in_seasons(player), *_places_at_tournaments(player)],
    )


def _figures(lists: Sequence[_List]) -> Figures:
    results = [row.result for row in lists]
    by_result = sorted(lists, key=lambda row: row.result, reverse=get_ruleset(lists[0].ruleset).highest_wins)
    best, worst = by_result[0], by_result[-1]
    return Figures(
        lists=len(lists),
        evenings=len({row.event for row in lists}),
        mean=fmean(results),
        spread=_TWO_SIDES * stdev(results) / sqrt(len(results)) if len(results) > 1 else None,
        best=(best.result, best.day),
        worst=(worst.result, worst.day),
        finished=sum(row.finished for row in lists),
        handrommes=sum(row.handrommes for row in lists),
    )


def _clubs(lists: Iterable[_List]) -> list[tuple[str, date, date]]:
    """Returns the clubs with their first and last days, oldest first; a club appears again if the player came back."""
    clubs = []
    for name, group in groupby((row for row in lists if row.club), key=lambda row: row.club):
        days = [row.day for row in group]
        clubs.append((name or "", days[0], days[-1]))
    return clubs


def _places_in_seasons(player: models.Player) -> list[Place]:
    """Returns the places in the newest editions of published seasons, the newest season first."""
    rankings = models.Ranking.objects.filter(season__players__player=player, season__published_at__isnull=False)
    newest = models.Edition.objects.filter(ranking=OuterRef("pk")).order_by("-number")
    editions = rankings.annotate(newest=Subquery(newest.values("pk")[:1])).values("newest")
    ranked = models.EditionRow.objects.filter(edition=OuterRef("edition"), rank__isnull=False).order_by("-position")
    rows = (
        models.EditionRow.objects.filter(edition__in=editions, entrant__player=player, rank__isnull=False)
        .select_related("edition__ranking__season__organiser")
        .defer("edition__rests_on")
        .annotate(last=Subquery(ranked.values("position")[:1]))
        .order_by("-edition__ranking__season__first_day", "edition__ranking__position")
    )
    return [
        Place(
            title=row.edition.ranking.season.name,
            ranking=row.edition.ranking.name,
            day=row.edition.last_day or row.edition.ranking.season.last_day,
            rank=row.rank or 0,
            of=row.last,
            season=row.edition.ranking.season,
        )
        for row in rows
    ]


def _places_at_tournaments(player: models.Player) -> list[Place]:
    """Returns the places in the final standings of the player's last ten published events other than club evenings."""
    entries = (
        player.registrations.filter(event__published_at__isnull=False, number__isnull=False)
        .exclude(event__kind=models.Event.Kind.EVENING)
        .select_related("event")
        .order_by("-event__starts_at")[:10]
    )
    places = []
    for entry in entries:
        final = entry.event.releases.filter(series__number=entry.event.series_count).first()
        ranks = {row.number: row.rank for row in final.posted_rows if row.rank is not None} if final else {}
        if (rank := ranks.get(entry.number)) is not None:
            places.append(Place(entry.event.name, "", localdate(entry.event.starts_at), rank, len(ranks)))
    return places
