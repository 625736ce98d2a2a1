"""The years of a player, over all events and seasons: means with their uncertainty, best lists, clubs and places."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev

from django.db.models import OuterRef, Subquery
from django.utils.timezone import localdate

from romme_turnier.core.lists.length import Length
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import length_in_words

_TWO_SIDES = 1.96  # standard errors on each side of a mean; the true mean is within them in 95 of 100 cases
_EVENT = [f"event__{name}" for name in ("ruleset", "length_unit", "length_number", "games_per_list")]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of lists of the same kind; `evenings` is the number of their events.

    `spread` is the distance of the mean from each end of its 95 % confidence interval, None for a single list. `best`
    and `worst` are the result and the day of a single list.
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
    """The figures of a player's lists of one rule system and length, overall and for each year.

    Lists of different kinds are never compared.
    """

    ruleset: str
    length: Length
    all: Figures
    years: Sequence[tuple[int, Figures]]

    @property
    def rules(self) -> RuleSet:
        return get_ruleset(self.ruleset)

    @property
    def length_words(self) -> str:
        return length_in_words(self.length)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the newest edition of a season's ranking, or in an event's final standings.

    `of` is the number of ranked entrants. For an event, `ranking` is "" and `season` is None.
    """

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
    rows = player.results.filter(counts=True).order_by("day", "event", "series").select_related("event", "club")
    lists = list(rows.only("day", "result", "finished", "handrommes", "club__name", *_EVENT))
    if not lists:
        return None
    by_kind = defaultdict(list)
    for row in lists:
        by_kind[row.event.ruleset, row.event.length].append(row)
    kinds = []
    for (ruleset, length), of_kind in by_kind.items():
        by_year = groupby(of_kind, key=lambda row: row.day.year)
        years = [(year, _figures(list(of_year))) for year, of_year in by_year]
        kinds.append(Kind(ruleset, length, _figures(of_kind), years))
    kinds.sort(key=lambda kind: -kind.all.lists)
    return Years(
        lists=len(lists),
        evenings=len({row.event_id for row in lists}),
        since=lists[0].day,
        kinds=kinds,
        clubs=_clubs(lists),
        places=[*_places_in_seasons(player), *_places_at_tournaments(player)],
    )


def _figures(lists: Sequence[models.Result]) -> Figures:
    results = [row.result for row in lists]
    by_result = sorted(lists, key=lambda row: row.result, reverse=get_ruleset(lists[0].event.ruleset).highest_wins)
    best, worst = by_result[0], by_result[-1]
    return Figures(
        lists=len(lists),
        evenings=len({row.event_id for row in lists}),
        mean=fmean(results),
        spread=_TWO_SIDES * stdev(results) / sqrt(len(results)) if len(results) > 1 else None,
        best=(best.result, best.day),
        worst=(worst.result, worst.day),
        finished=sum(row.finished for row in lists),
        handrommes=sum(row.handrommes for row in lists),
    )


def _clubs(lists: Iterable[models.Result]) -> list[tuple[str, date, date]]:
    """Returns the clubs with their first and last days, oldest first; a club appears again if the player came back."""
    clubs = []
    for club, group in groupby((row for row in lists if row.club), key=lambda row: row.club):
        days = [row.day for row in group]
        clubs.append((club.name if club else "", days[0], days[-1]))
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
        .order_by("-edition__ranking__season__first_day", "edition__ranking__rests", "edition__ranking__position")
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
