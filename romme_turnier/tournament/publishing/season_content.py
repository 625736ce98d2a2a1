"""The content of a season's package: its dates, its rankings with all editions, and the names that everybody may see.

`season.schema.json` defines its form. Editions are unchanged, with their digests, so that a printed table
and the hosted copy show the same check word. Leagues, places and adjustments stay on the laptop.

The content of a season that is handed over also holds everything on which its rankings rest: the contents of its
events, the names in full, memberships and adjustments.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils import timezone

from romme_turnier.core.json_questions import Fields, QuestionError
from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.core.seasons.formula_json import STORED_KEYS, formula_to_json, read_formula
from romme_turnier.core.seasons.ranking import Fate
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.consistency import moment
from romme_turnier.tournament.publishing.content import (
    Content,
    are_consents,
    consent_facts,
    demand_consistency,
    demand_form,
    demand_sound,
    line_contradictions,
    read_consent,
)
from romme_turnier.tournament.seasons.editions import digest_of_edition
from romme_turnier.tournament.seasons.names import SeasonNames

FORMAT, VERSION = "romme-turnier/season-package", 1
Seating = models.Season.Seating

# --- Writing ------------------------------------------------------------------------------------------------------


def content_of_season(season: models.Season, events: Sequence[Content] | None = None) -> Content:
    """Returns the content without its number, history and time.

    `events` are the contents of all its events if the season is handed over.
    """
    names = SeasonNames(season, in_full=False)
    players = _players(season, everybody=events is not None)
    people = [
        _person(numbers, player.full_name if events is not None else names.of(player)) for player, numbers in players
    ]
    nameless = {number for person in people if not person["last_name"] for number in person["numbers"]}
    with_notes = events is not None or not names.have_ended
    rankings = [_ranking(ranking, nameless, with_notes=with_notes) for ranking in season.rankings.all()]
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
        "events": _events(season, everyone=events is not None),
        "people": people,
        "rankings": rankings,
        "handed_over": _handed_over(season, events, [player for player, _numbers in players])
        if events is not None
        else None,
    }


def _events(season: models.Season, *, everyone: bool) -> list[list[Any]]:
    """Returns the events of the season's organiser, as in `SeasonCopy.events`; only released ones unless `everyone`."""
    events = season.events.filter(held_by=season.organiser_id)
    if not everyone:
        events = events.filter(releases__isnull=False).distinct()
    held = season.dates.filter(event__isnull=False)
    planned = {event: day.isoformat() for event, day in held.values_list("event", "day")}
    return [[event.own_slug, event.kind, planned.get(event.pk)] for event in events.order_by("starts_at", "pk")]


Numbers = list[models.SeasonPlayer]


def _players(season: models.Season, *, everybody: bool) -> list[tuple[models.Player, Numbers]]:
    """Returns the players with their numbers, the current one first, in the order of these.

    `everybody` adds those without a number: members, and people who play at events of the season or were adjusted.
    """
    numbers: defaultdict[models.Player, Numbers] = defaultdict(list)
    for entrant in season.players.select_related("player").order_by("replaced", "number"):
        numbers[entrant.player].append(entrant)
    players = sorted(numbers, key=lambda player: [entrant.number for entrant in numbers[player]])
    if everybody:
        is_here = (
            Q(memberships__organiser=season.organiser_id)
            | Q(registrations__in=models.Registration.objects.taking_part().filter(event__season=season))
            | Q(adjustments__ranking__season=season)
        )
        others = models.Player.objects.filter(is_here).exclude(pk__in=[player.pk for player in players])
        players += others.distinct().order_by("pk")
    return [(player, numbers[player]) for player in players]


def _person(numbers: Numbers, name: PersonName) -> Content:
    """Returns a person by number and name; "" without a name."""
    is_known = name != NAMELESS
    first, last = (name.first, name.last) if name.last else ("", name.first)
    return {
        "numbers": [entrant.number for entrant in numbers],
        "first_name": first if is_known else "",
        "last_name": last if is_known else "",
        "in_full": is_known and bool(numbers) and numbers[0].publish_name,
    }


def _handed_over(season: models.Season, events: Sequence[Content], players: Sequence[models.Player]) -> Content:
    """Returns everything else that the season needs elsewhere; people are named by their places in "people"."""
    place_of = {player.pk: place for place, player in enumerate(players)}
    entries = models.Registration.objects.taking_part().filter(event__season=season).order_by("event", "pk")
    participants: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries.select_related("event"):
        participants[entry.event.own_slug].append(place_of[entry.player_id])
    memberships: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for member in season.organiser.memberships.filter(player__in=place_of).order_by("pk"):
        days = (day and day.isoformat() for day in (member.since, member.until))
        memberships[member.player_id].append([member.kind, member.number, *days])
    consents: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for entrant in season.players.prefetch_related("consents"):
        for consent in entrant.consents.all():
            consents[entrant.player_id].append([entrant.number, *consent_facts(consent)])
    clubs = dict(models.Club.objects.filter(players__in=place_of).values_list("pk", "name"))
    adjustments = models.Adjustment.objects.filter(ranking__season=season, withdrawn_at=None).order_by("pk")
    rankings = list(season.rankings.all())
    return {
        "names": season.names,
        "seating": season.seating,
        "seating_from": season.seating_from and season.seating_from.isoformat(),
        "guests_from_table": season.guests_from_table,
        "guest_evenings_count": season.guest_evenings_count,
        "announced_series": [
            [planned.day.isoformat(), planned.announced_series]
            for planned in season.dates.exclude(announced_series=None).order_by("day")
        ],
        "outdated": [ranking.slug for ranking in rankings if ranking.outdated_since is not None],
        "people": [
            [clubs.get(player.club_id or 0, ""), memberships[player.pk], consents[player.pk]] for player in players
        ],
        "adjustments": [
            [row.ranking.slug, place_of[row.player_id], f"{row.points:.2f}", row.reason, row.clause, row.at.isoformat()]
            for row in adjustments.select_related("ranking")
        ],
        "events": [[content, participants[content["event"]["event"]["slug"]]] for content in events],
    }


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

    `players` are in the order of "people". `clubs` are the clubs' names of `rows`, possibly "".
    """

    players: list[models.Player] = field(default_factory=list)
    entrants: list[models.SeasonPlayer] = field(default_factory=list)
    dates: list[models.SeasonDate] = field(default_factory=list)
    rankings: list[models.Ranking] = field(default_factory=list)
    versions: list[models.RankingVersion] = field(default_factory=list)
    editions: list[models.Edition] = field(default_factory=list)
    rows: list[models.EditionRow] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    memberships: list[models.Membership] = field(default_factory=list)
    consents: list[models.Consent] = field(default_factory=list)
    adjustments: list[models.Adjustment] = field(default_factory=list)


def demand_sound_season(content: Any) -> None:
    """Raises TournamentError for content of a season's package that breaks the schema or contradicts itself.

    Raises EventFileError for a faulty event file in it.
    """
    demand_form(content, "season.schema.json")
    demand_consistency(_faulty_rows(content))
    demand_consistency(_faulty_values(content))
    demand_consistency(_contradictions(content))
    if content["handed_over"] is not None:
        for of_event, _people in content["handed_over"]["events"]:
            demand_sound(of_event)
        demand_consistency(_contradictions_of_whole(content, content["handed_over"]))


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
    if content["handed_over"] is None and not all(person["numbers"] for person in content["people"]):
        yield "people"
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


def _contradictions_of_whole(content: Content, whole: Content) -> Iterator[str]:
    """Yields the contradictions in "handed_over"."""
    people, slugs = range(len(content["people"])), [ranking["slug"] for ranking in content["rankings"]]
    if len(whole["people"]) != len(people):
        yield "handed_over.people"
        return
    for place, (_club, memberships, consents) in enumerate(whole["people"]):
        of_number: defaultdict[int, list[list[Any]]] = defaultdict(list)
        for number, *facts in consents:
            of_number[number].append(facts)
        known = set(of_number) <= set(content["people"][place]["numbers"])
        if not known or not all(map(are_consents, of_number.values())) or not _are_memberships(memberships):
            yield f"handed_over.people[{place}]"
    days = [whole["seating_from"], *(day for day, _series in whole["announced_series"])]
    if not all(map(_is_day, filter(None, days))) or (whole["seating"] == Seating.FROM_DAY) != bool(days[0]):
        yield "handed_over.seating_from"
    if not set(whole["outdated"]) <= set(slugs):
        yield "handed_over.outdated"
    for index, (slug, place, points, _reason, _clause, at) in enumerate(whole["adjustments"]):
        if slug not in slugs or place not in people or not Decimal(points) or moment(at) is None:
            yield f"handed_over.adjustments[{index}]"
    if sorted(of["event"]["event"]["slug"] for of, _places in whole["events"]) != sorted(
        slug for slug, _kind, _day in content["events"]
    ):
        yield "handed_over.events"
    for index, (of_event, places) in enumerate(whole["events"]):
        fits = len(places) == len(set(places)) == len(of_event["event"]["participants"]) and set(places) <= set(people)
        if not fits or of_event["handed_over"] is None:
            yield f"handed_over.events[{index}]"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _are_memberships(memberships: Sequence[Sequence[Any]]) -> bool:
    """Returns whether the days are readable and in order, and at most one membership is open."""
    spans = [(since, until) for _kind, _number, since, until in memberships]
    return (
        all(_is_day(day) for span in spans for day in span if day is not None)
        and all(since is None or until is None or since <= until for since, until in spans)
        and sum(until is None for _since, until in spans) <= 1
    )


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
        for number in person["numbers"]:
            entrants[number] = models.SeasonPlayer(
                season=season,
                player=player,
                number=number,
                publish_name=person["in_full"] and number == person["numbers"][0],
                replaced=number != person["numbers"][0],
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


def add_whole(made: SeasonRows, whole: Content, season: models.Season) -> None:
    """Adds the rows that only a season has that is handed over; `whole` is "handed_over" of its content."""
    entrants = {entrant.number: entrant for entrant in made.entrants}
    for player, (_club, memberships, consents) in zip(made.players, whole["people"], strict=True):
        for kind, number, *days in memberships:
            since, until = (date.fromisoformat(day) if day else None for day in days)
            facts = {"kind": kind, "number": number, "since": since, "until": until}
            made.memberships.append(models.Membership(organiser=season.organiser, player=player, **facts))
        for number, *facts_of_consent in consents:
            consent = read_consent(*facts_of_consent)
            consent.entrant, consent.purpose = entrants[number], models.Consent.Purpose.SEASON
            made.consents.append(consent)
    rankings = {ranking.slug: ranking for ranking in made.rankings}
    for slug, place, points, reason, clause, at in whole["adjustments"]:
        words = {"points": Decimal(points), "reason": reason, "clause": clause, "at": datetime.fromisoformat(at)}
        made.adjustments.append(models.Adjustment(ranking=rankings[slug], player=made.players[place], **words))
    announced = dict(whole["announced_series"])
    for planned in made.dates:
        planned.announced_series = announced.get(planned.day.isoformat())
