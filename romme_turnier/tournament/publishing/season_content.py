"""The content of a season's package: its dates, its rankings with all editions, and the names that everybody may see.

`season.schema.json` defines its form. Editions are unchanged, with their digests, so that a printed table
and the hosted copy show the same check word. Leagues, places and adjustments stay on the laptop.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from romme_turnier.core.json_questions import Fields, QuestionError
from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.core.seasons.formula_json import STORED_KEYS, formula_to_json, read_formula
from romme_turnier.core.seasons.ranking import Fate
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.consistency import moment
from romme_turnier.tournament.publishing.content import (
    Content,
    demand_consistency,
    demand_form,
    line_contradictions,
)
from romme_turnier.tournament.seasons.editions import digest_of_edition
from romme_turnier.tournament.seasons.names import SeasonNames

FORMAT, VERSION = "romme-turnier/season-package", 1

# --- Writing ------------------------------------------------------------------------------------------------------


def content_of_season(season: models.Season) -> Content:
    """Returns the content without its number, history and time."""
    names = SeasonNames(season, in_full=False)
    people = _people(season, names)
    nameless = {number for person in people if not person["last_name"] for number in person["numbers"]}
    rankings = [_ranking(ranking, nameless, with_notes=not names.have_ended) for ranking in season.rankings.all()]
    return {
        "format": FORMAT,
        "version": VERSION,
        "season": {
            "slug": season.slug,
            "name": season.name,
            "first_day": season.first_day.isoformat(),
            "last_day": season.last_day.isoformat(),
            "weekday": season.weekday,
            "evenings_at": season.evenings_at and season.evenings_at.isoformat("minutes"),
            "public": season.is_public,
            "closed_at": season.closed_at and season.closed_at.isoformat(),
        },
        "dates": [
            {
                "day": planned.day.isoformat(),
                "moved_from": planned.moved_from and planned.moved_from.isoformat(),
                "cancelled": planned.cancelled,
                "reason": planned.reason,
            }
            for planned in season.dates.order_by("day")
        ],
        "events": _events(season),
        "people": people,
        "rankings": rankings,
    }


def _events(season: models.Season) -> list[list[Any]]:
    """Returns the released events of the season's organiser, as in `SeasonCopy.events`."""
    events = season.events.filter(held_by=season.organiser_id, releases__isnull=False).distinct()
    held = season.dates.filter(event__isnull=False)
    planned = {event: day.isoformat() for event, day in held.values_list("event", "day")}
    return [[event.own_slug, event.kind, planned.get(event.pk)] for event in events.order_by("starts_at", "pk")]


def _people(season: models.Season, names: SeasonNames) -> list[Content]:
    """Returns the players with their numbers, the current one first, and public names; "" without a public name."""
    numbers: defaultdict[int, list[models.SeasonPlayer]] = defaultdict(list)
    for entrant in season.players.select_related("player").order_by("replaced", "number"):
        numbers[entrant.player_id].append(entrant)
    people = []
    for entrants in numbers.values():
        name = names.of(entrants[0].player)
        is_known = name != NAMELESS
        first, last = (name.first, name.last) if name.last else ("", name.first)
        people.append(
            {
                "numbers": [entrant.number for entrant in entrants],
                "first_name": first if is_known else "",
                "last_name": last if is_known else "",
                "in_full": is_known and entrants[0].publish_name,
            }
        )
    return sorted(people, key=lambda person: person["numbers"])


def _ranking(ranking: models.Ranking, nameless: set[int], *, with_notes: bool) -> Content:
    rows: defaultdict[int, list[list[Any]]] = defaultdict(list)
    stored = models.EditionRow.objects.filter(edition__ranking=ranking).order_by("edition", "position")
    for row in stored.select_related("entrant", "club"):
        number = row.entrant and row.entrant.number
        club = row.club.name if row.club is not None and number not in nameless else ""
        sums = [row.value, row.minus, row.units, row.used, row.missing]
        rows[row.edition_id].append([row.rank, number, club, row.team, *sums, row.detail])
    return {
        "slug": ranking.slug,
        "name": ranking.name,
        "of": ranking.of,
        "category": ranking.category,
        "rests": ranking.rests,
        "versions": [
            {"at": version.at.isoformat(), "formula": formula_to_json(version.formula)}
            for version in ranking.versions.order_by("number")
        ],
        "editions": [
            {
                "version": edition.version.number,
                "at": edition.at.isoformat(),
                "note": edition.note if with_notes else "",
                "offered": edition.offered,
                "needs": edition.needs,
                "last_day": edition.last_day and edition.last_day.isoformat(),
                "rests_on": edition.rests_on,
                "digest": edition.digest,
                "rows": rows[edition.pk],
            }
            for edition in ranking.editions.select_related("version").defer(None).order_by("number")
        ],
    }


# --- Reading ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """The rows of a season's package, unsaved, in the order in which they can be stored.

    `clubs` are the clubs' names of `rows`, possibly "".
    """

    players: list[models.Player] = field(default_factory=list)
    entrants: list[models.SeasonPlayer] = field(default_factory=list)
    dates: list[models.SeasonDate] = field(default_factory=list)
    rankings: list[models.Ranking] = field(default_factory=list)
    versions: list[models.RankingVersion] = field(default_factory=list)
    editions: list[models.Edition] = field(default_factory=list)
    rows: list[models.EditionRow] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)


def demand_sound_season(content: Any) -> None:
    """Raises TournamentError for content of a season's package that breaks the schema or contradicts itself."""
    demand_form(content, "season.schema.json")
    demand_consistency(_faulty_rows(content))
    demand_consistency(_faulty_values(content))
    demand_consistency(_contradictions(content))


def _faulty_rows(content: Content) -> Iterator[str]:
    """Yields the places of rows that cannot be stored or put into words.

    The library for schemas would take 2 ms for each of a season's thousands of rows.
    """
    for number, ranking in enumerate(content["rankings"]):
        for index, edition in enumerate(ranking["editions"]):
            for place, row in enumerate(edition["rows"]):
                if not _are(row, *_ROW) or (row[0] is not None and not (row[4] and "joined" in row[9])):
                    yield f"rankings[{number}].editions[{index}].rows[{place}]"


def _are(value: Any, *tests: Callable[[Any], bool]) -> bool:
    """Returns whether the value is a list with one part for each test, which passes it."""
    return (
        isinstance(value, list)
        and len(value) == len(tests)
        and all(test(part) for part, test in zip(value, tests, strict=True))
    )


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 1_000_000_000


def _is_number(value: Any) -> bool:
    return value is None or (_is_count(value) and value > 0)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 120


def _is_exact(value: Any) -> bool:
    return isinstance(value, str) and _EXACT.fullmatch(value) is not None


def _is_exact_or_blank(value: Any) -> bool:
    return value == "" or _is_exact(value)


def _is_unit(value: Any) -> bool:
    """Returns whether the value names a unit: a month, or the day, the event and possibly the series of a list."""
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return False
    try:
        date.fromisoformat(f"{value[0]}-01" if len(value) == 1 else value[0])
    except ValueError:
        return False
    return len(value) == 1 or _are(value[1:], _is_text) or _are(value[1:], _is_text, _is_count)


def _is_reason(value: Any) -> bool:
    return isinstance(value, str) and value in _REASONS


def _is_detail(value: Any) -> bool:
    return isinstance(value, dict) and all(key in _DETAIL and _DETAIL[key](part) for key, part in value.items())


_EXACT = re.compile(r"-?[0-9]{1,100}\.[0-9]{2}")  # as `two_digits` writes it
_REASONS = {fate.name.lower() for fate in Fate if fate is not Fate.KEPT}
_DETAIL: dict[str, Callable[[Any], bool]] = {
    "joined": _is_exact,
    "missed": _is_count,
    "entrant": _is_count,
    "filled": lambda value: _are(value, _is_count, _is_exact),
    "adjustments": lambda value: isinstance(value, list) and all(_are(part, _is_count, _is_exact) for part in value),
    "left_out": lambda value: (
        isinstance(value, list) and all(_are(part, _is_unit, _is_exact, _is_count, _is_reason) for part in value)
    ),
}
_ROW: tuple[Callable[[Any], bool], ...] = (
    *(_is_number, _is_number, _is_text, _is_text),
    *(_is_exact_or_blank, _is_exact_or_blank),
    *(_is_count, _is_count, _is_count, _is_detail),
)


def _faulty_values(content: Content) -> Iterator[str]:
    """Yields the places of days, times and formulas that cannot be read."""
    yield from line_contradictions(content)
    season = content["season"]
    days = {f"season.{name}": season[name] for name in ("first_day", "last_day")}
    times = {"season.closed_at": season["closed_at"]}
    for index, planned in enumerate(content["dates"]):
        days |= {f"dates[{index}].{name}": planned[name] for name in ("day", "moved_from")}
    days |= {f"events[{index}]": day for index, (_slug, _kind, day) in enumerate(content["events"])}
    for number, ranking in enumerate(content["rankings"]):
        for index, version in enumerate(ranking["versions"]):
            place = f"rankings[{number}].versions[{index}]"
            times[f"{place}.at"] = version["at"]
            try:
                read_formula(Fields(version["formula"], STORED_KEYS))
            except QuestionError as error:
                yield f"{place}.formula.{error.at}"
        for index, edition in enumerate(ranking["editions"]):
            place = f"rankings[{number}].editions[{index}]"
            times[f"{place}.at"], days[f"{place}.last_day"] = edition["at"], edition["last_day"]
    for place, day in days.items():
        try:
            date.fromisoformat(day or season["first_day"])
        except ValueError:
            yield place
    for place, at in times.items():
        if at is not None and moment(at) is None:
            yield place


def _contradictions(content: Content) -> Iterator[str]:
    season = content["season"]
    if season["first_day"] > season["last_day"]:
        yield "season.last_day"
    for name, keys in {
        "dates": [planned["day"] for planned in content["dates"]],
        "events": [slug for slug, _kind, _day in content["events"]],
        "people": (numbers := [number for person in content["people"] for number in person["numbers"]]),
        "rankings": [ranking["slug"] for ranking in content["rankings"]],
    }.items():
        if len(set(keys)) < len(keys):
            yield name
    evenings = [day for _slug, _kind, day in content["events"] if day is not None]
    held = {planned["day"] for planned in content["dates"] if not planned["cancelled"]}
    if len(set(evenings)) < len(evenings) or not set(evenings) <= held:
        yield "events"
    for number, ranking in enumerate(content["rankings"]):
        for index, edition in enumerate(ranking["editions"]):
            of_rows = [row[1] for row in edition["rows"] if row[1] is not None]
            fits = len(set(of_rows)) == len(of_rows) and set(of_rows) <= set(numbers)
            if edition["version"] > len(ranking["versions"]) or not fits:
                yield f"rankings[{number}].editions[{index}]"
                return
    rows = rows_of_season(content, models.Season(), timezone.now())
    of_edition: defaultdict[int, list[models.EditionRow]] = defaultdict(list)
    for row in rows.rows:
        of_edition[id(row.edition)].append(row)
    for edition in rows.editions:
        if edition.digest != digest_of_edition(edition, of_edition[id(edition)]):
            yield f"{edition.ranking.slug}: {edition.number}"


def rows_of_season(content: Content, season: models.Season, now: datetime) -> SeasonRows:
    """Returns the rows of sound content; people without a public name count as erased at `now`."""
    made = SeasonRows()
    entrants: dict[int, models.SeasonPlayer] = {}
    for person in content["people"]:
        name = PersonName(person["first_name"], person["last_name"]) if person["last_name"] else NAMELESS
        player = models.Player(
            first_name=name.first, last_name=name.last, erased_at=None if person["last_name"] else now
        )
        made.players.append(player)
        current, *_replaced = person["numbers"]
        for number in person["numbers"]:
            entrants[number] = models.SeasonPlayer(
                season=season,
                player=player,
                number=number,
                publish_name=person["in_full"] and number == current,
                replaced=number != current,
            )
    made.entrants.extend(entrants.values())
    made.dates.extend(
        models.SeasonDate(
            season=season,
            day=date.fromisoformat(planned["day"]),
            moved_from=date.fromisoformat(planned["moved_from"]) if planned["moved_from"] else None,
            cancelled=planned["cancelled"],
            reason=planned["reason"],
        )
        for planned in content["dates"]
    )
    for position, facts in enumerate(content["rankings"]):
        values = {name: facts[name] for name in ("slug", "name", "of", "category", "rests")}
        ranking = models.Ranking(season=season, position=position, **values)
        made.rankings.append(ranking)
        versions = [
            models.RankingVersion(
                ranking=ranking,
                number=number,
                formula=read_formula(Fields(version["formula"], STORED_KEYS)),
                at=datetime.fromisoformat(version["at"]),
            )
            for number, version in enumerate(facts["versions"], 1)
        ]
        made.versions.extend(versions)
        for number, of_edition in enumerate(facts["editions"], 1):
            edition = models.Edition(
                ranking=ranking,
                version=versions[of_edition["version"] - 1],
                number=number,
                at=datetime.fromisoformat(of_edition["at"]),
                last_day=date.fromisoformat(of_edition["last_day"]) if of_edition["last_day"] else None,
                **{name: of_edition[name] for name in ("note", "offered", "needs", "rests_on", "digest")},
            )
            made.editions.append(edition)
            for place, (rank, number_of_row, club, team, value, minus, units, used, missing, detail) in enumerate(
                of_edition["rows"], 1
            ):
                row = models.EditionRow(
                    edition=edition, position=place, rank=rank, team=team, value=value, minus=minus, units=units
                )
                row.entrant = entrants[number_of_row] if number_of_row is not None else None
                row.used, row.missing, row.detail = used, missing, detail
                made.rows.append(row)
                made.clubs.append(club)
    return made
