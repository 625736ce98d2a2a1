"""Finds contradictions in a file. Parts that break the schema are skipped.

A result that no game can have is not a contradiction: such a result is stored and marked, as on paper.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from romme_turnier.core.lists.length import Length
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.events.timetable import YEARS
from romme_turnier.tournament.exchange.event_file.faults import Fault, Node, repeated
from romme_turnier.tournament.exchange.event_file.list_consistency import Frame, list_contradictions
from romme_turnier.tournament.exchange.event_file.settings import length_of, setting_faults
from romme_turnier.tournament.models.fields import SEATS_MAX

ACTIVE = "active"


def contradictions(file: Node) -> Iterator[Fault]:
    """Yields every contradiction in a file."""
    starts_at = file["event"]["starts_at"]
    if starts_at.text is not None and moment(starts_at.text) is None:
        yield starts_at.fault(_("ein Zeitpunkt, den es gibt, mit Zeitzone"))
    steps = [list(step) for step in file["event"]["fine"]["per_lost_game"]]
    yield from repeated((step[1] for step in steps if len(step) == 2), _("eine Stufe je verlorenem Spiel"))
    if file["version"].number != 1:  # keys that the schema refuses are not contradictions
        yield from setting_faults(file["event"], RULE_SYSTEMS.get(file["event"]["ruleset"].text or ""))
    yield from repeated((club["key"] for club in file["clubs"]), _("jedes Kürzel eines Vereins"))
    yield from repeated((club["name"] for club in file["clubs"]), _("jeder Name eines Vereins"))
    yield from _participants(file)
    yield from _teams(file)
    yield from _series(file)
    yield from _play_offs(file)


def _numbers(file: Node) -> frozenset[int] | None:
    """Returns the start numbers of the participants; None if the file has no list of participants.

    An illegible number is reported at its participant. The numbers from 1 to the number of participants then count as
    known, so that the same fault is not reported again at every seat.
    """
    people = file["participants"]
    if people.length is None:
        return None
    numbers = [person["number"] for person in people]
    known = {number.number for number in numbers if number.number is not None}
    broken = len(known) < sum(number.value is not None for number in numbers)
    return frozenset(known | set(range(1, len(numbers) + 1)) if broken else known)


def _unknown(nodes: Iterator[Node], numbers: frozenset[int] | None) -> Iterator[Fault]:
    for node in nodes:
        if numbers is not None and node.number is not None and node.number not in numbers:
            yield node.fault(_("eine Startnummer, die unter „participants“ steht"))


def moment(text: str) -> datetime | None:
    """Returns an ISO date and time with a time zone as UTC; None for any other text or a year outside `YEARS`."""
    try:
        instant = datetime.fromisoformat(text)
        return instant.astimezone(UTC) if instant.tzinfo and instant.year in YEARS else None
    except (ValueError, OverflowError):
        return None


def _participants(file: Node) -> Iterator[Fault]:
    people = file["participants"]
    yield from repeated((person["number"] for person in people), _("jede Startnummer"))
    yield from repeated((person["key"] for person in people), _("jeder Schlüssel des Registers"))
    yield from _unknown_clubs(file)
    for person in people:
        yield from _leaving(person, file["event"]["series_count"].number)


def _unknown_clubs(file: Node) -> Iterator[Fault]:
    clubs = file["clubs"]
    if clubs.value is not None and clubs.length is None:
        return
    known = {club["key"].text for club in clubs} - {None}
    named = [person["club"] for person in file["participants"] if person["club"].text is not None]
    unknown = [club for club in named if club.text not in known]
    # A club with a broken key has been reported; its members are not reported again.
    broken = (clubs.length or 0) - len(known)
    lost = {text for text, _times in Counter(club.text for club in unknown).most_common(broken)}
    for club in unknown:
        if club.text not in lost:
            yield club.fault(_("ein Kürzel, das unter „clubs“ steht, oder null"))


def _leaving(person: Node, series_count: int | None) -> Iterator[Fault]:
    status, from_series = person["status"].text, person["from_series"]
    if status == ACTIVE and from_series.value is not None:
        yield from_series.fault(_("kein „from_series“, denn der Status ist „active“"))
    elif status in ("withdrawn", "excluded") and from_series.value is None:
        yield Fault(from_series.path, _("fehlt; erwartet: die erste nicht gespielte Serie"))
    elif series_count is not None and (from_series.number or 0) > series_count + 1:
        yield from_series.fault(_("eine Serie dieses Turniers mit %(count)d Serien") % {"count": series_count})


def _teams(file: Node) -> Iterator[Fault]:
    teams = file["teams"]
    yield from repeated((team["key"] for team in teams), _("jedes Kürzel einer Mannschaft"))
    yield from _unknown((member for team in teams for member in team["participants"]), _numbers(file))
    yield from repeated(
        (member for team in teams for member in team["participants"]), _("jeder Teilnehmer in einer Mannschaft")
    )


def _series(file: Node) -> Iterator[Fault]:
    event, numbers = file["event"], _numbers(file)
    rules = RULE_SYSTEMS.get(event["ruleset"].text or "")
    length = length_of(event)
    yield from repeated((series["number"] for series in file["series"]), _("jede Nummer einer Serie"))
    for series in file["series"]:
        count = event["series_count"].number
        if count is not None and (series["number"].number or 0) > count:
            yield series["number"].fault(_("höchstens %(count)d, wie „series_count“ sagt") % {"count": count})
        yield from repeated((table["number"] for table in series["tables"]), _("jede Nummer eines Tisches"))
        seats = [seat for table in series["tables"] for seat in table["seats"]]
        yield from _unknown(iter(seats), numbers)
        yield from repeated(seats, _("jeder Teilnehmer an einem Platz der Serie"))
        for table in series["tables"]:
            yield from _table(table, rules, length)


def _table(table: Node, rules: RuleSet | None, length: Length | None) -> Iterator[Fault]:
    """Yields the faults of a table and its list. A wrong number of seats is not reported again for each game."""
    widths = [game["points"].length for game in table["list"]["games"]]
    by_rows = widths[0] if len(widths) > 1 and len(set(widths)) == 1 else None
    seats = table["seats"].length
    wrong = _seats_fault(table, rules, by_rows)
    if wrong:
        yield wrong
        seats = by_rows
    yield from list_contradictions(table["list"], Frame(seats, length, bool(rules and rules.highest_wins)))


def _seats_fault(table: Node, rules: RuleSet | None, by_rows: int | None) -> Fault | None:
    seats = table["seats"]
    if rules is None or seats.length is None:
        return None
    least, most = rules.seats_min, min(rules.seats_max, SEATS_MAX)
    if not least <= seats.length <= most:
        return seats.fault(_("%(least)d bis %(most)d Plätze") % {"least": least, "most": most})
    if by_rows not in (None, seats.length):
        return seats.fault(_("so viele Plätze wie Einträge in jedem Spiel, also %(seats)d") % {"seats": by_rows})
    return None


def _play_offs(file: Node) -> Iterator[Fault]:
    numbers = _numbers(file)
    for play_off in file["play_offs"]:
        participants, ranking = play_off["participants"], play_off["ranking"]
        yield from _unknown(iter(participants), numbers)
        yield from repeated(participants, _("jede Startnummer"))
        both_readable = ranking.length is not None and participants.length is not None
        if both_readable and Counter(n.number for n in ranking) != Counter(n.number for n in participants):
            yield ranking.fault(_("genau die Startnummern aus „participants“, jede einmal"))
