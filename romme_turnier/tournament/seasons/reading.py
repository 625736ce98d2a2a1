"""The contents of pages and papers of a season, such as the next evening, recent events and the rows of an edition."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.utils import timezone

from romme_turnier.core.seasons.formula import Value
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.evenings.evening import last_evening
from romme_turnier.tournament.seasons.words import event_words

FORM = 5  # events
_OTHER_DAYS = 5
_EVENTS_READ = 500


@dataclass(frozen=True, slots=True)
class NextEvening:
    """The next evening of a season, `in_days` days from today; `event` is None until it is opened.

    `moved_from` is the day for which it was originally planned, `reason` the reason for moving it.
    """

    day: date
    in_days: int
    begins: time | None
    venue: str
    event: models.Event | None
    moved_from: date | None
    reason: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The coming days of a season: the next evening, and the others in order, including cancelled ones."""

    next: NextEvening | None
    others: Sequence[models.SeasonDate]


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's place among the `of` players with counting lists at an event; `place` is None without one."""

    day: date
    place: int | None
    of: int


def calendar_of(season: models.Season) -> Calendar:
    """Returns the next evening and up to `_OTHER_DAYS` other days. An evening with final standings is over."""
    today = timezone.localdate()
    releases = models.StandingsRelease.objects.in_force().filter(event=OuterRef("event"))
    final = Exists(releases.filter(series__number=OuterRef("event__series_count")))
    days = season.dates.filter(~final, day__gte=today).select_related("event").order_by("day")[: 2 * _OTHER_DAYS]
    following = next((row for row in days if not row.cancelled), None)
    others = [row for row in days if row is not following][:_OTHER_DAYS]
    return Calendar(_next(season, following, today) if following is not None else None, others)


def _next(season: models.Season, row: models.SeasonDate, today: date) -> NextEvening:
    event = row.event or last_evening(season)  # whose venue the next evening takes
    opened = timezone.localtime(row.event.starts_at).time() if row.event is not None else None
    return NextEvening(
        day=row.day,
        in_days=(row.day - today).days,
        begins=opened or season.evenings_at,
        venue=event.venue if event is not None else "",
        event=row.event,
        moved_from=row.moved_from,
        reason=row.reason,
    )


def recent_events(season: models.Season) -> list[models.Event]:
    """Returns the last `FORM` events of the season with released results, newest first; [] for a laptop's copy."""
    with_results = Exists(models.Result.objects.filter(event=OuterRef("pk")))
    return list(season.events.filter(with_results).order_by("-starts_at", "-pk")[:FORM])


def last_copy(season: models.Season) -> models.Event | None:
    """Returns the last event of a laptop's copy, whose events have releases, but no results; None for other seasons."""
    return season.events.order_by("-starts_at", "-pk").first() if season.is_copy else None


def forms(events: Sequence[models.Event], value: Value, players: Collection[int]) -> dict[int, tuple[Mark, ...]]:
    """Returns the places of these players at the events, by the player's primary key, the oldest event first.

    `events` must be sorted by time, the newest first. If the fewest points win, or if the number of lists counts,
    players with more lists rank before players with fewer, as in the standings of an event.
    """
    columns = {
        Value.RESULT: "result",
        Value.SCORING_POINTS: "scoring_points",
        Value.TABLE_POINTS: "half_points",
        Value.LISTS: "result",
    }
    counting = models.Result.objects.filter(event__in=events, counts=True)
    sums = (
        counting.values_list("event", "player").annotate(lists=Count("pk"), sum=Sum(columns[value])).order_by("event")
    )
    fewest_win = value is Value.LISTS or value.fewest_win
    places = {
        event: _places((player, (-lists, total) if fewest_win else (-total,)) for _event, player, lists, total in rows)
        for event, rows in groupby(sums, key=itemgetter(0))
    }
    return {
        player: tuple(
            Mark(timezone.localdate(event.starts_at), of.get(player), len(of))
            for event in reversed(events)
            for of in [places.get(event.pk, {})]
        )
        for player in players
    }


def _places(keys: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, int]:
    """Returns each player's place; the lowest key is the best, and equal keys share a place."""
    places: dict[int, int] = {}
    for _key, equals in groupby(sorted(keys, key=itemgetter(1)), key=itemgetter(1)):
        places |= dict.fromkeys([player for player, _same in equals], len(places) + 1)
    return places


Entrant = tuple[int | None, int | None, str]  # season player, club or team


def entrant_of(row: models.EditionRow) -> Entrant:
    return row.entrant_id, None if row.entrant_id else row.club_id, row.team


def gained(edition: models.Edition, rows: Collection[models.EditionRow]) -> dict[int, int]:
    """Returns the ranks gained since the previous edition, by primary key of the row; negative if lost.

    Rows with the same rank as before are left out, and so are rows that lack a rank in one of the two editions.
    """
    if not rows or edition.before is None:
        return {}
    earlier = models.EditionRow.objects.filter(edition=edition.before, rank__isnull=False)
    players = [row.entrant_id for row in rows if row.entrant_id]
    if players:
        earlier = earlier.filter(entrant__in=players)
    ranks = {entrant_of(row): row.rank or 0 for row in earlier.only("rank", "entrant", "club", "team", "edition")}
    return {
        row.pk: ranks[entrant] - row.rank
        for row in rows
        if row.rank is not None and (entrant := entrant_of(row)) in ranks and ranks[entrant] != row.rank
    }


def rows_of(edition: models.Edition) -> QuerySet[models.EditionRow]:
    """Returns the rows of an edition, ready to be shown."""
    return edition.rows.select_related("entrant__player", "club")


def of_known_people(rows: QuerySet[models.EditionRow]) -> QuerySet[models.EditionRow]:
    """Returns the rows without those of erased people, who get no honours and no certificates."""
    return rows.exclude(entrant__player__erased_at__isnull=False)


def row_of(edition: models.Edition, number: int) -> models.EditionRow | None:
    """Returns the row of the player with this number in the season, even if another number has replaced it."""
    season = edition.ranking.season_id
    holders = models.SeasonPlayer.objects.filter(season=season, number=number).values("player")
    own = rows_of(edition).filter(entrant__player__in=holders)
    return own.filter(entrant__number=number).first() or own.first()


def events_of(edition: models.Edition) -> str:
    """Returns the number of events on which an edition rests, in the dative as after "nach": "12 Abenden".

    If there are more than `_EVENTS_READ` events, their kinds are not read, and the word is "Terminen".
    """
    addresses = {event for event, *_release in edition.rests_on}
    events = models.Event.objects.filter(slug__in=addresses if len(addresses) <= _EVENTS_READ else ())
    if edition.ranking.season.is_from_laptop:  # the addresses may be those on the laptop
        events = edition.ranking.season.events.all()
    kinds = set(events.order_by().values_list("kind", flat=True).distinct())
    return event_words(kinds).dative_number(len(addresses))


def organisers_of(edition: models.Edition) -> list[models.Organiser]:
    """Returns the organisers whose events count, ordered by number; none unless the formula counts organisers below."""
    if not edition.version.formula.organisers_below:
        return []
    addresses = {address.partition("/")[0] for address, *_release in edition.rests_on}
    return list(models.Organiser.objects.filter(slug__in=addresses).order_by("number"))


def published_years(players: Collection[int]) -> frozenset[int]:
    """Returns the players among these, by primary key, whose years everybody may see."""
    pages = models.YearsPage.objects.filter(player__in=players, public_since__isnull=False, player__erased_at=None)
    return frozenset(pages.values_list("player", flat=True))
