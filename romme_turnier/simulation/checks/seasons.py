"""Checks a season: compares results with the raw releases, and editions with a recount and with their first state."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import Any

from django.db import connection
from django.db.models import QuerySet, Sum
from django.utils import timezone

from romme_turnier.simulation.checks.facts import Finding
from romme_turnier.simulation.checks.season_tables import Json, Line, Row, count_table, is_taken
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.exchange.season_integrity import season_differences

Snapshot = tuple[Row, list[Row]]  # an edition and its rows, as stored


@dataclass
class SeasonWitness:
    """Recounts the newest editions, and remembers the rows of all editions, which must never change.

    Two changes are allowed: an edition may lose the club of an erased person, and refer to the person into whom its
    player was merged.
    """

    seen: dict[int, Snapshot] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def look(self, season: models.Season) -> None:
        """Remembers new editions, and recounts the newest of each ranking that is neither paused nor outdated."""
        lists = _judged(season, models.Result.objects.filter(season=season, counts=True))
        below = _lists_below(season)
        for ranking in season.rankings.all():
            for edition in ranking.editions.exclude(pk__in=self.seen):
                self.seen[edition.pk] = _stored(edition.pk)
            newest = ranking.editions.first()
            if newest is not None and ranking.outdated_since is None and not ranking.rests:
                self.findings += _recount(ranking, newest, lists, below)

    def compare(self) -> Iterator[Finding]:
        """Yields all findings so far, and one for each edition that is missing or changed."""
        yield from self.findings
        for pk, (edition, rows) in self.seen.items():
            if _stored(pk) != (edition, rows):
                yield Finding("editions", f"edition {edition['number']} with key {pk} is not what was issued")


def season_findings(season: models.Season, witness: SeasonWitness) -> list[Finding]:
    """Returns every violated invariant of a season whose editions the witness has seen."""
    verified = chain(
        register_differences(), season_differences(), *(differences(event) for event in season.events.all())
    )
    return [
        *check_results(season),
        *check_numbers(season),
        *witness.compare(),
        *(Finding("verify", str(difference)) for difference in verified),
    ]


def _stored(edition: int) -> Snapshot:
    stored = models.Edition.objects.filter(pk=edition).values().first()
    rows = models.EditionRow.objects.filter(edition=edition).order_by("position").values()
    return dict(stored or {}), [{name: value for name, value in row.items() if name != "club_id"} for row in rows]


def _json(table: str, column: str, pk: int) -> Any:
    """Returns a stored column of JSON, without the classes of the program."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM tournament_{table} WHERE id = %s", [pk])  # noqa: S608 - our own names
        (stored,) = cursor.fetchone()
    return json.loads(stored) if isinstance(stored, str) else stored


# --- Results --------------------------------------------------------------------------------------------------------


def check_results(season: models.Season) -> Iterator[Finding]:
    """Checks that the results are exactly the lists of the newest release in force of each event of the season."""
    for event in season.events.order_by("pk"):
        expected = sorted(_released(event))
        rows: list[Row] = [dict(row) for row in models.Result.objects.filter(event=event).values()]
        stored = sorted(tuple(row[name] for name in _NAMES) for row in rows)
        for missing in set(expected) - set(stored):
            yield Finding("results", f"{event.slug}: the release has {missing}, the results do not")
        for more in set(stored) - set(expected):
            yield Finding("results", f"{event.slug}: the results have {more}, the release does not")
        if any(row["season_id"] != season.pk for row in rows):
            yield Finding("results", f"{event.slug}: results of another season")


_NAMES = ("series", "player_id", "day", "result", "finished", "handrommes", "counts", "guest")


def _released(event: models.Event) -> Iterator[tuple[Any, ...]]:
    release = models.StandingsRelease.objects.filter(event=event).order_by("series__number", "number").last()
    if release is None or models.SeasonDate.objects.filter(event=event, taken_back=release.pk).exists():
        return
    people = {row.number: row for row in event.registrations.all() if row.number is not None}
    for row in _json("standingsrelease", "rows", release.pk):
        for series, sums in enumerate(row["results"], start=1):
            if sums is not None:
                who = people[row["number"]]
                minus, bonus, handromme_bonus, penalties, finished, handrommes, *_rest = sums
                result = minus - bonus - handromme_bonus + penalties
                counts = not row["excluded"] and not row["out_of_competition"]
                day = date.fromisoformat(release.days[series - 1])
                yield series, who.player_id, day, result, finished, handrommes, counts, who.guest


def check_numbers(season: models.Season) -> Iterator[Finding]:
    """Checks that editions are numbered without gaps and name only players of the season, whose numbers are unique."""
    for ranking in season.rankings.all():
        numbers = sorted(ranking.editions.values_list("number", flat=True))
        if numbers != list(range(1, len(numbers) + 1)):
            yield Finding("editions", f"{ranking.slug}: editions are numbered {numbers}")
    own = defaultdict(list)
    for number, player in season.players.values_list("number", "player"):
        own[number].append(player)
    if any(len(people) > 1 for people in own.values()):
        yield Finding("editions", "two players of the season have one number")
    current = season.players.current().values_list("player", flat=True)
    if len(current) != len(set(current)):
        yield Finding("editions", "a player of the season has two numbers")
    strange = models.EditionRow.objects.filter(edition__ranking__season=season).exclude(entrant__season=season)
    for row in strange.exclude(entrant=None):
        yield Finding("editions", f"a row of edition {row.edition_id} names a player of another season")


# --- Editions -------------------------------------------------------------------------------------------------------


def _recount(ranking: models.Ranking, edition: models.Edition, lists: list[Row], below: list[Row]) -> Iterator[Finding]:
    where = f"{ranking.slug}, edition {edition.number}"
    formula: Json = _json("rankingversion", "formula", edition.version_id)
    key = "club_id" if ranking.of == models.Ranking.Of.CLUBS else "player_id"
    lists = _in_window(formula, [*lists, *below] if formula.get("organisers_below") else lists)
    if formula.get("until_again") and lists:  # a season without results has no table yet
        lists = _until_held_again([*lists, *_lists_before(ranking.season)])
    own = [row for row in lists if row[key] is not None]
    if "member_months" in formula:
        own = _of_members(ranking.season, own, formula["member_months"])
    in_force = models.Adjustment.objects.filter(ranking=ranking, withdrawn_at=None).order_by()
    sums = in_force.values_list("player").annotate(Sum("points"))
    adjusted = {player: Fraction(points) for player, points in sums}
    counted = count_table(formula, own, adjusted, key, lists)
    stored = {
        row.entrant.player_id if row.entrant else row.detail["entrant"]: Line(
            row.rank, row.value, row.minus, row.units, row.used, row.missing
        )
        for row in edition.rows.select_related("entrant")
    }
    for pk in sorted(counted.keys() | stored.keys()):
        if counted.get(pk) != stored.get(pk):
            yield Finding("editions", f"{where}: {key} {pk} has {stored.get(pk)}, counted {counted.get(pk)}")
    ranks = [row.rank for row in edition.rows.order_by("position")]
    if ranks != sorted(ranks, key=lambda rank: (rank is None, rank)):
        yield Finding("editions", f"{where}: rows are not in the order of ranks: {ranks}")
    if (rests_on := _rests_on(formula, lists)) != sorted(map(tuple, edition.rests_on)):
        yield Finding("editions", f"{where}: it rests on {edition.rests_on}, not on {rests_on}")


def _in_window(formula: Json, lists: list[Row]) -> list[Row]:
    """Returns the lists up to the cut-off date, by default the last day played, and within the formula's months."""
    last = (
        date.fromisoformat(formula["key_day"])
        if "key_day" in formula
        else max((row["day"] for row in lists), default=None)
    )
    return [
        row
        for row in lists
        if last is not None
        and row["day"] <= last
        and ("months" not in formula or _whole_months(row["day"], last) < formula["months"])
    ]


def _lists_before(season: models.Season) -> list[Row]:
    """Returns the lists of all seasons before this one, with `guest` as this season judges it."""
    before: list[int] = []
    earlier = season.previous
    while earlier is not None:
        before.append(earlier.pk)
        earlier = earlier.previous
    return _judged(season, models.Result.objects.filter(season__in=before, counts=True))


def _until_held_again(lists: list[Row]) -> list[Row]:
    """Returns the lists without those of events that were held again on a later day."""
    last: dict[int, date] = {}
    for row in lists:
        last[row["event_id"]] = max(row["day"], last.get(row["event_id"], row["day"]))
    events = models.Event.objects.filter(pk__in=last)
    replaced = {
        event.pk
        for event in events
        for later in events
        if last[event.pk] < last[later.pk] and event.held_by_id == later.held_by_id and _is_same(event, later)
    }
    return [row for row in lists if row["event_id"] not in replaced]


def _is_same(event: models.Event, later: models.Event) -> bool:
    """Returns whether the events have the same name or, in different seasons, names that differ only in numbers."""
    if event.season_id == later.season_id:
        return event.name == later.name
    names = [[word for word in name.split() if not word.strip(".").isdigit()] for name in (event.name, later.name)]
    return names[0] == names[1]


def _whole_months(day: date, last: date) -> int:
    return 12 * (last.year - day.year) + last.month - day.month - (day.day > last.day)


def _of_members(season: models.Season, lists: list[Row], months: int) -> list[Row]:
    """Returns the lists of players who were members for these months; for erased people, all except lists as a guest.

    Memberships of the simulation never end.
    """
    number = season.organiser.number
    since: dict[int, date] = {}
    for membership in models.Membership.objects.exclude(kind="guest").select_related("organiser"):
        if (membership.organiser.number + "-").startswith(number + "-"):
            since[membership.player_id] = membership.since or date.min
    erased = set(models.Player.objects.filter(erased_at__isnull=False).values_list("pk", flat=True))
    return [
        row
        for row in lists
        if (not row["is_guest"] if row["player_id"] in erased else row["player_id"] in since)
        and _whole_months(since.get(row["player_id"], date.min), row["day"]) >= months
    ]


def _lists_below(season: models.Season) -> list[Row]:
    """Returns the lists of public events of organisers below on days of the season, without those of the season."""
    number = season.organiser.number
    public = [event for event in models.Event.objects.select_related("held_by") if event.published_at is not None]
    events = [
        event.pk for event in public if event.held_by.number.startswith(f"{number}-") and event.season_id != season.pk
    ]
    rows = _judged(season, models.Result.objects.filter(event__in=events, counts=True))
    return [row for row in rows if season.first_day <= row["day"] <= season.last_day]


def _judged(season: models.Season, results: QuerySet[models.Result]) -> list[Row]:
    """Returns the results with `guest` as the season judges it; `is_guest` is the stored flag."""
    rows: list[Row] = [dict(row) for row in results.values()]
    joined = _joined_until(season, rows) if season.guest_evenings_count else {}
    for row in rows:
        row["is_guest"] = row["guest"]
        row["guest"] = row["guest"] and joined.get(row["player_id"], date.min) < row["day"]
    return rows


def _joined_until(season: models.Season, rows: list[Row]) -> dict[int, date]:
    """Returns the last day of membership by player; without members, the last day that a player was not a guest."""
    until: dict[int, date] = {}
    number = season.organiser.number
    memberships = [
        member
        for member in models.Membership.objects.select_related("organiser")
        if f"{member.organiser.number}-".startswith(f"{number}-")
    ]
    for member in memberships:
        if member.since is None or member.since <= timezone.localdate():
            last = member.until or date.max
            until[member.player_id] = max(last, until.get(member.player_id, last))
    if not memberships:
        for row in rows:
            if not row["guest"]:
                until[row["player_id"]] = max(row["day"], until.get(row["player_id"], row["day"]))
    return until


def _rests_on(formula: Json, lists: list[Row]) -> list[tuple[str, int, int]]:
    events = {row["event_id"] for row in lists if is_taken(formula, row)}
    newest: dict[int, tuple[str, int, int]] = {}
    releases = models.StandingsRelease.objects.filter(event__in=events).order_by("series__number", "number")
    for event, slug, series, number in releases.values_list("event", "event__slug", "series__number", "number"):
        newest[event] = (slug, series, number)
    return sorted(newest.values())
