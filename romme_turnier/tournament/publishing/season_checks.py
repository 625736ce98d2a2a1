"""Checks the content of a season's package, which comes from another program, before anything is stored."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.json_questions import Fields, QuestionError
from romme_turnier.core.seasons.formula_json import STORED_KEYS, read_formula
from romme_turnier.core.seasons.ranking import Fate
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.consistency import moment
from romme_turnier.tournament.publishing.content import (
    Content,
    are_consents,
    demand_consistency,
    demand_form,
    demand_sound,
    is_day,
    line_contradictions,
)
from romme_turnier.tournament.publishing.season_content import is_too_large, rows_of_season
from romme_turnier.tournament.seasons.editions import digest_of_edition
from romme_turnier.tournament.seasons.seasons import LONGEST
from romme_turnier.tournament.shared.errors import TournamentError

Seating = models.Season.Seating


def demand_sound_season(content: Content) -> None:
    """Raises TournamentError for content of a season's package that is too large or wrong.

    Wrong content breaks the schema or contradicts itself. Raises EventFileError for a faulty event file in the content.
    """
    if is_too_large(content):
        raise TournamentError(_("Das Paket ist zu groß."))
    demand_form(content, "season.schema.json")
    demand_consistency(_faulty_rows(content))
    demand_consistency(_faulty_values(content))
    demand_consistency(_contradictions(content))
    if content["handed_over"] is not None:
        for of_event, _people in content["handed_over"]["events"]:
            demand_sound(of_event)
        demand_consistency(_contradictions_of_whole(content, content["handed_over"]))


def _faulty_rows(content: Content) -> Iterator[str]:
    """Yields the places of rows that cannot be stored or shown as text.

    The schema library is not used here: it would take 2 ms for each of a season's thousands of rows.
    """
    for number, ranking in enumerate(content["rankings"]):
        for index, edition in enumerate(ranking["editions"]):
            for place, row in enumerate(edition["rows"]):
                if not _are(row, *_ROW) or (row[0] is not None and not (row[4] and "joined" in row[9])):
                    yield f"rankings[{number}].editions[{index}].rows[{place}]"


def _are(value: Any, *tests: Callable[[Any], bool]) -> bool:
    """Returns whether the value is a list with one part for each test, and each part passes its test."""
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
    if len(value) == 1:
        return is_day(f"{value[0]}-01")
    return is_day(value[0]) and (_are(value[1:], _is_text) or _are(value[1:], _is_text, _is_count))


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
    """Yields the places of days, times and formulas that cannot be read, and of a wrong history."""
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
    yield from (place for place, day in days.items() if not is_day(day or season["first_day"]))
    for place, at in times.items():
        if at is not None and moment(at) is None:
            yield place


def _contradictions(content: Content) -> Iterator[str]:
    season = content["season"]
    if not timedelta() <= date.fromisoformat(season["last_day"]) - date.fromisoformat(season["first_day"]) <= LONGEST:
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
    numbers = [number for _club, memberships, _consents in whole["people"] for _kind, number, *_days in memberships]
    if len(set(filter(None, numbers))) < len(list(filter(None, numbers))):
        yield "handed_over.people"
    days = [whole["seating_from"], *(day for day, _series in whole["announced_series"])]
    if not all(map(is_day, filter(None, days))) or (whole["seating"] == Seating.FROM_DAY) != bool(days[0]):
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


def _are_memberships(memberships: Sequence[Sequence[Any]]) -> bool:
    """Returns whether the days are readable and in order, and at most one membership is open."""
    spans = [(since, until) for _kind, _number, since, until in memberships]
    return (
        all(is_day(day) for span in spans for day in span if day is not None)
        and all(since is None or until is None or since <= until for since, until in spans)
        and sum(until is None for _since, until in spans) <= 1
    )
