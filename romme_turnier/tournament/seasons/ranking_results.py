"""The results of a ranking, as the formula reads them: of players, clubs, tandems or teams."""

import itertools
import re
from calendar import monthrange
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, reduce
from operator import attrgetter, or_
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.seasons.formula import Formula, Result, Value, unit_key
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several, at_and_below, below
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE

Of = models.Ranking.Of
_MOST_WIN = [key for key, rules in RULE_SYSTEMS.items() if rules.highest_wins]


class _Row(NamedTuple):
    """A stored result; the fields are columns of `models.Result`."""

    player_id: int
    registration_id: int | None
    event_id: int
    organiser_id: int
    club_id: int | None
    kind: str
    day: date
    series: int
    guest: bool
    result: int
    finished: int
    handrommes: int
    half_points: int
    scoring_points: int


class Entrant(NamedTuple):
    """A player, club or team of a ranking.

    `number` is the primary key of the player or club; for a team, it is the primary key of the team at its first event.
    `name` is "" for players. `club` is the club of the player's last list, or the club itself; it is None for teams and
    for players without a club.
    """

    number: int
    name: str
    club: int | None


@dataclass(frozen=True, slots=True)
class RankingResults:
    """The results of a ranking, and its entrants by `Result.player`.

    `everybody` holds the results of all players in the season or in the formula's window, even if the ranking is for
    some players only; they determine the units offered. `reach` gives the events of these results.
    """

    results: Sequence[Result]
    everybody: Sequence[Result]
    entrants: dict[str, Entrant]
    reach: "Reach"

    def offered(self, formula: Formula) -> int:
        """Returns the number of units offered so far: those with a result that the formula takes."""
        key_of = unit_key(formula.unit)
        return len({key_of(result) for result in self.everybody if formula.take.takes(result)})


Pair = tuple[_Row, Result]


@dataclass(frozen=True, slots=True)
class Reach:
    """The events that a formula may read: those of `seasons`, perhaps with public ones of organisers below."""

    seasons: Sequence[models.Season]
    formula: Formula

    def elsewhere(self) -> QuerySet[models.Result]:
        """Returns public results of organisers below this one, on days of the seasons; omits the seasons' own results.

        There are none if the formula does not count organisers below. Events whose scoring does not suit the formula
        are left out: the organiser does not choose them, so they must not make the ranking impossible, as an unsuitable
        event of the season does.
        """
        if not self.formula.organisers_below:
            return models.Result.objects.none()
        organiser, value = self.seasons[0].organiser, self.formula.value
        days = reduce(or_, (Q(day__range=(season.first_day, season.last_day)) for season in self.seasons))
        results = models.Result.objects.filter(
            days,
            organiser__in=below(organiser),
            event__published_at__isnull=False,
        ).exclude(season__in=self.seasons)
        if value.fewest_win:
            return results.exclude(event__ruleset__in=_MOST_WIN)
        return results if value is Value.LISTS else results.filter(event__scoring=value)

    @classmethod
    def widest(cls, season: models.Season) -> "Reach":
        return cls([season], Formula(value=Value.LISTS, organisers_below=True))

    def results(self) -> QuerySet[models.Result]:
        return models.Result.objects.filter(Q(season__in=self.seasons) | Q(pk__in=self.elsewhere().values("pk")))

    def events(self) -> QuerySet[models.Event]:
        elsewhere = Q(pk__in=self.elsewhere().values("event"))
        return models.Event.objects.filter(Q(season__in=self.seasons) | elsewhere)


def results_of(season: models.Season) -> list[Pair]:
    """Returns the season's results that count at their events, sorted by day: pairs of stored row and core value."""
    rows = _rows(season.results.all())
    return list(zip(rows, _core_results(season, rows), strict=True))


def _rows(results: QuerySet[models.Result]) -> list[_Row]:
    stored = results.filter(counts=True).order_by().values_list(*_Row._fields)
    rows = list(map(_Row._make, stored))
    rows.sort(key=attrgetter("day", "event_id", "series", "player_id"))  # sorting in the database takes longer
    return rows


def _window(season: models.Season, of_season: Sequence[Pair], formula: Formula) -> tuple[Sequence[Pair], Reach]:
    """Returns the results in the formula's window, and the events to which they belong.

    No result is later than the cut-off date. A window of some months ends with that date or, without one, with the last
    day that has results, and may reach into the preceding seasons. If events count until they are held again, the
    window contains all preceding seasons, unless the formula also limits the months.
    """
    reach = Reach([season], formula)
    is_longer = formula.months is not None or formula.until_again
    if not is_longer and formula.key_day is None and not formula.organisers_below:
        return of_season, reach
    last = date.fromisoformat(formula.key_day) if formula.key_day is not None else None
    if last is None:
        days = [row.day for row, _result in of_season[-1:]]
        last = max([*days, *reach.elsewhere().order_by("-day").values_list("day", flat=True)[:1]], default=None)
    if last is None:
        return [], reach
    before = day_before_window(last, formula.months) if formula.months is not None else date.min
    if is_longer:
        reach = Reach(list(_chain(season, before)), formula)
    rows = [row for row, _result in of_season if before < row.day <= last]
    if is_longer or formula.organisers_below:
        others = Q(season__in=reach.seasons[1:]) | Q(pk__in=reach.elsewhere().values("pk"))
        rows += _rows(models.Result.objects.filter(others, day__gt=before, day__lte=last))
    rows.sort(key=attrgetter("day"))
    if formula.until_again:
        replaced = set(_held_again(rows, reach.seasons))
        rows = [row for row in rows if row.event_id not in replaced]
    return list(zip(rows, _core_results(season, rows), strict=True)), reach


def _chain(season: models.Season, before: date) -> Iterator[models.Season]:
    """Yields the season, then each preceding season, as long as they end after this day."""
    known: set[int] = set()
    current: models.Season | None = season
    while current is not None and current.pk not in known and (not known or current.last_day > before):
        yield current
        known.add(current.pk)
        current = current.previous


_YEARS_AND_NUMBERS = re.compile(r"\b(?:19|20)\d\d(?:/(?:\d\d)?\d\d)?\b|\b\d+\.")


def _held_again(rows: Iterable[_Row], seasons: Sequence[models.Season]) -> Iterator[int]:
    """Yields the primary keys of the events that were held again later.

    Two events of the same organiser are one event held twice if their names are equal or, in different seasons, differ
    only in years and ordinal numbers: "12. Herbstcup 2025" and "13. Herbstcup 2026". "1. Vorrunde" and "2. Vorrunde" of
    one season are two events. An event outside `seasons` belongs to the first of them that includes its day.
    """
    last = {row.event_id: row.day for row in rows}  # rows are sorted by day
    known = {season.pk for season in seasons}
    alike: defaultdict[tuple[int, str], list[models.Event]] = defaultdict(list)
    for event in models.Event.objects.filter(pk__in=last).only("name", "held_by", "season"):
        if event.season_id not in known:
            event.season = next(season for season in seasons if season.includes(last[event.pk]))
        name = " ".join(_YEARS_AND_NUMBERS.sub(" ", folded(event.name)).split())
        alike[event.held_by_id, name or folded(event.name)].append(event)
    for event, other in itertools.chain.from_iterable(map(itertools.permutations, alike.values(), itertools.repeat(2))):
        is_same = folded(event.name) == folded(other.name) or event.season_id != other.season_id
        if is_same and last[event.pk] < last[other.pk]:
            yield event.pk


def day_before_window(last: date, months: int) -> date:
    """Returns the day before a window of `months` that ends with `last`: the same day, that number of months earlier.

    If that month does not have this day, its last day is returned.
    """
    year, month = divmod(12 * last.year + last.month - 1 - months, 12)
    return date(year, month + 1, min(last.day, monthrange(year, month + 1)[1]))


def results_for(ranking: models.Ranking, of_season: Sequence[Pair], formula: Formula) -> RankingResults:
    """Returns the results of a ranking, from those of its season or window, before the formula selects any.

    A club has the lists of players who were its members on that day, and a team has the lists of its members at the
    event, so their units are sums over members. If the fewest win, or if only members of organisers count, a series
    counts for a tandem only if both its members have a list in it; the same holds for all members of a team with a
    fixed size. A ranking of a category is for the players who were in it at any event that the formula may read;
    "DAMEN" at one event is the same category as "Damen" at another.
    """
    of_season, reach = _window(ranking.season, of_season, formula)
    pairs = of_season
    if ranking.category:
        events = reach.events()
        names = models.Category.objects.filter(event__in=events).order_by().values_list("name", flat=True).distinct()
        same = [name for name in names if folded(name) == folded(ranking.category)]
        in_category = models.Registration.objects.filter(event__in=events, categories__name__in=same)
        members = set(in_category.values_list("player_id", flat=True))
        pairs = [(row, result) for row, result in pairs if row.player_id in members]
    if formula.member_months is not None:
        is_member = _membership_rule(ranking.season, [row for row, _result in pairs], formula.member_months)
        pairs = [(row, result) for row, result in pairs if is_member(row)]
    if ranking.of == Of.CLUBS:
        pairs = [(row, result._replace(player=_key(row.club_id))) for row, result in pairs if row.club_id is not None]
        numbers = {row.club_id: result.player for row, result in pairs if row.club_id is not None}
        clubs = models.Club.objects.filter(pk__in=numbers).values_list("pk", "name")
        entrants = {numbers[pk]: Entrant(pk, name, pk) for pk, name in clubs}
    elif ranking.of == Of.PLAYERS:
        last = {result.player: row for row, result in pairs}
        entrants = {player: Entrant(row.player_id, "", row.club_id) for player, row in last.items()}
    else:
        only_complete = formula.value.fewest_win or formula.member_months is not None
        pairs, entrants = _of_teams(reach, pairs, tandems=ranking.of == Of.TANDEMS, only_complete=only_complete)
    everybody = [result for _row, result in of_season]
    return RankingResults(
        [result for _row, result in pairs] if pairs is not of_season else everybody, everybody, entrants, reach
    )


def _key(pk: int) -> str:
    """Returns a primary key as text that sorts by number, because the core sorts equal rows by this text."""
    return f"{pk:010}"


def _core_results(season: models.Season, rows: Sequence[_Row]) -> Iterable[Result]:
    is_guest = _guest_rule(season, rows)
    # Events are grouped by the organiser directly below the season's organiser, such as a state association.
    level = len(chain_of(season.organiser.number))
    organisers = at_and_below(season.organiser).values_list("pk", "number")
    groups = defaultdict(str, {pk: (*chain_of(number), "")[level] for pk, number in organisers})
    players_of, series_of = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for row in rows:
        players_of[row.event_id].add(row.player_id)
        series_of[row.event_id].add(row.series)
    players = {event: len(present) for event, present in players_of.items()}
    series = {event: len(numbers) for event, numbers in series_of.items()}
    day = cache(date.isoformat)  # there may be many rows, and few days
    table_points = cache(lambda half_points: Fraction(half_points, 2))
    key = cache(_key)
    for row in rows:
        yield Result(
            key(row.player_id),
            key(row.event_id),
            day(row.day),
            row.kind,
            row.series,
            row.result,
            row.scoring_points,
            table_points(row.half_points),
            row.finished,
            row.handrommes,
            row.guest and is_guest(row),
            groups[row.organiser_id],
            players[row.event_id],
            series[row.event_id],
        )


def _guest_rule(season: models.Season, rows: Sequence[_Row]) -> Callable[[_Row], bool]:
    """Returns a function that tells whether a list played as a guest still counts as a guest's.

    If the season counts guests' evenings in retrospect, such a list counts as a member's once the player has joined.
    This requires a membership of the season's organiser, or of one below, that did not end before the day of the list.
    If the installation has a single organiser without a list of members, a player joins by playing as a non-guest.
    """
    if not season.guest_evenings_count or not any(row.guest for row in rows):
        return lambda row: row.guest
    until: dict[int, date] = {}
    if are_several() or season.organiser.memberships.exists():
        today = timezone.localdate()
        guests = {row.player_id for row in rows if row.guest}
        memberships = models.Membership.objects.filter(
            Q(since=None) | Q(since__lte=today), organiser__in=at_and_below(season.organiser)
        )
        for player, last in memberships.values_list("player_id", "until"):
            if player in guests:
                until[player] = max(until.get(player, date.min), last or date.max)
        return lambda row: row.player_id not in until or until[row.player_id] < row.day
    until = {row.player_id: row.day for row in rows if not row.guest}  # rows are sorted by day
    return lambda row: row.player_id not in until or until[row.player_id] < row.day


def _membership_rule(season: models.Season, rows: Sequence[_Row], months: int) -> Callable[[_Row], bool]:
    """Returns a function that tells whether the player had been a member for `months` months on the day of a list.

    Memberships of the season's organiser and of organisers below are joined if there is no day between them;
    memberships as a guest do not count. An unknown first day is taken to be long ago. The memberships of an erased
    person are deleted, so all of that person's lists count, except those played as a guest.
    """
    spans: defaultdict[int, list[tuple[date, date]]] = defaultdict(list)
    memberships = models.Membership.objects.filter(organiser__in=at_and_below(season.organiser))
    for player, since, until in memberships.exclude(kind=models.Membership.Kind.GUEST).values_list(
        "player_id", "since", "until"
    ):
        spans[player].append((since or date.min, until or date.max))
    players = {row.player_id for row in rows}
    erased = set(models.Player.objects.filter(pk__in=players, erased_at__isnull=False).values_list("pk", flat=True))

    def is_member(row: _Row) -> bool:
        if row.player_id in erased:
            return not row.guest
        return _member_since(spans.get(row.player_id, ()), row.day) <= day_before_window(row.day, months)

    return is_member


def _member_since(spans: Iterable[tuple[date, date]], day: date) -> date:
    """Returns the first day of the unbroken membership up to this day; the day after it if there is no membership."""
    first = day + timedelta(days=1)
    while first > date.min and (
        earlier := [since for since, until in spans if since < first and until >= first - timedelta(days=1)]
    ):
        first = min(earlier)
    return first


def _of_teams(
    reach: Reach, pairs: Iterable[Pair], *, tandems: bool, only_complete: bool
) -> tuple[list[Pair], dict[str, Entrant]]:
    """Returns the results with teams in place of their players, and the teams by key.

    Teams of different events with equal names are the same team.
    """
    members = models.TeamMember.objects.filter(team__event__in=reach.events()).select_related("team")
    teams = {
        member.registration_id: member.team
        for member in members.order_by("team__event__starts_at", "team")
        if (member.team.size == TANDEM_SIZE) == tandems
    }
    entrants: dict[str, Entrant] = {}
    for team in teams.values():
        entrants.setdefault(folded(team.name), Entrant(team.pk, team.name, None))
    own = [(row, result, teams[row.registration_id]) for row, result in pairs if row.registration_id in teams]
    lists: defaultdict[tuple[int, int], int] = defaultdict(int)
    for row, _result, team in own:
        lists[team.pk, row.series] += 1
    played = [
        (row, result._replace(player=_key(entrants[folded(team.name)].number)))
        for row, result, team in own
        if not only_complete or team.size is None or lists[team.pk, row.series] >= team.size
    ]
    return played, {_key(entrant.number): entrant for entrant in entrants.values()}
