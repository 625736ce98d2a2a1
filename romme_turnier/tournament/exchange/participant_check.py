"""The rows of a participant list checked against event and register, before anything is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import folded, spelling_key
from romme_turnier.tournament.exchange.participant_file import Row
from romme_turnier.tournament.models import Event, Player
from romme_turnier.tournament.participants.register.lookup import NameKey, name_key, namesakes
from romme_turnier.tournament.participants.registrations import Entry

NEW_PERSON = "new"
LEAVE_OUT = "skip"


class Kind(StrEnum):
    NEW = "new"  # nobody of that name is known
    REGISTERED = "registered"  # somebody of that name takes part in the event already
    TWICE = "twice"  # somebody of that name is in an earlier row
    DOUBLE = "double"  # somebody of that name is in the register
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row with its state. `candidates` are namesakes in the register who do not take part yet; `earlier` is the line
    of this list that seems to name the same person.
    """

    row: Row
    kind: Kind
    candidates: tuple[Player, ...] = ()
    earlier: int | None = None

    @property
    def choices(self) -> list[str]:
        """What an official can answer: a primary key of the register, a new person, or leave the row out."""
        return [*(str(player.pk) for player in self.candidates), NEW_PERSON, LEAVE_OUT]

    @property
    def obvious(self) -> str | None:
        """The one namesake who plays for the same club: offered as an answer, never taken unasked."""
        same = [p for p in self.candidates if p.club and folded(p.club.name) == folded(self.row.club)]
        return str(same[0].pk) if len(same) == 1 and self.kind == Kind.DOUBLE else None


def check(event: Event, rows: Sequence[Row]) -> list[CheckedRow]:
    """Returns all rows with all their faults, including those that only the event can show."""
    known = namesakes([name_key(row.first_name, row.last_name) for row in rows])
    taking_part = set(event.registrations.values_list("player_id", flat=True))
    numbers = _numbers_taken(event)
    seen: dict[NameKey, int] = {}
    checked = []
    for row in rows:
        key = name_key(row.first_name, row.last_name)
        spelling = spelling_key(*key)
        checked.append(_check(_with_number_fault(row, numbers), known.get(key, []), taking_part, seen.get(spelling)))
        seen.setdefault(spelling, row.line)
    return checked


def _check(row: Row, same_name: Sequence[Player], taking_part: set[int], earlier: int | None) -> CheckedRow:
    candidates = tuple(player for player in same_name if player.pk not in taking_part)
    if row.faults:
        return CheckedRow(row, Kind.FAULT, candidates, earlier)
    if len(candidates) < len(same_name):
        return CheckedRow(row, Kind.REGISTERED, candidates, earlier)
    if earlier is not None:
        return CheckedRow(row, Kind.TWICE, candidates, earlier)
    if candidates:
        return CheckedRow(row, Kind.DOUBLE, candidates)
    return CheckedRow(row, Kind.NEW)


def _numbers_taken(event: Event) -> dict[int, str]:
    registrations = event.registrations.exclude(number=None).select_related("player")
    return {r.number: r.name for r in registrations if r.number is not None}


def _with_number_fault(row: Row, taken: Mapping[int, str]) -> Row:
    if row.number is None or row.number not in taken:
        return row
    fault = _("Die Startnummer %(number)d hat schon %(name)s.") % {"number": row.number, "name": taken[row.number]}
    return replace(row, faults={**row.faults, "number": fault})


@dataclass(frozen=True, slots=True)
class Decided:
    """What is to be stored, or the lines that still need an answer."""

    entries: tuple[Entry, ...]
    unanswered: tuple[int, ...]
    twice: tuple[int, ...]  # lines that name a person of the register whom an earlier line names as well


def decide(checked: Sequence[CheckedRow], answers: Mapping[int, str]) -> Decided:
    """Turns rows and the official's answers, by line, into entries. An invalid answer counts as missing."""
    entries: list[Entry] = []
    unanswered, twice = [], []
    players: set[int] = set()
    for one in checked:
        answer = NEW_PERSON if one.kind == Kind.NEW else answers.get(one.row.line, "")
        if one.kind == Kind.FAULT or answer not in one.choices:
            unanswered.append(one.row.line)
            continue
        if answer == LEAVE_OUT:
            continue
        player = next((p for p in one.candidates if str(p.pk) == answer), None)
        if player is not None and player.pk in players:
            twice.append(one.row.line)
            continue
        if player is not None:
            players.add(player.pk)
        entries.append(_entry(one.row, player))
    return Decided(tuple(entries), tuple(unanswered), tuple(twice))


def _entry(row: Row, player: Player | None) -> Entry:
    return Entry(
        first_name=row.first_name,
        last_name=row.last_name,
        player=player,
        club=row.club,
        number=row.number,
        paid=row.paid,
        publish_name=row.publish_name,
        team=row.team,
    )
