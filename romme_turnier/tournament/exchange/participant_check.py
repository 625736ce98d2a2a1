"""Checks the rows of a participant list against the event and the register, before anything is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import club_of, folded, spelling_key
from romme_turnier.tournament.exchange.participant_file import Row
from romme_turnier.tournament.models import Event, Player, Registration
from romme_turnier.tournament.money.words import amount as say
from romme_turnier.tournament.participants.register.lookup import NameKey, name_key, namesakes, people_of
from romme_turnier.tournament.participants.registrations import Entry

NEW_PERSON = "new"
LEAVE_OUT = "skip"


class Kind(StrEnum):
    NEW = "new"  # the name is unknown
    REGISTERED = "registered"  # a participant of the event has the name
    TWICE = "twice"  # an earlier row has the name
    DOUBLE = "double"  # a player of the register has the name
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row, and its relation to the event, the register and earlier rows.

    `candidates` are namesakes in the register who are not registered for the event; `earlier` is the earlier line of
    the list that seems to name the same person. `differs` means that the registered or earlier namesake is probably a
    different person, because the club differs or, on an earlier line, the start number.
    """

    row: Row
    kind: Kind
    candidates: tuple[Player, ...] = ()
    earlier: int | None = None
    differs: bool = False

    @property
    def is_box(self) -> bool:
        """Whether the only choice at the row is a checkbox to leave it out."""
        return self.kind in (Kind.NEW, Kind.FAULT)

    @property
    def choices(self) -> list[str]:
        """The possible answers: the primary key of a candidate, `NEW_PERSON` or `LEAVE_OUT`."""
        return [*(str(player.pk) for player in self.candidates), NEW_PERSON, LEAVE_OUT]

    @property
    def proposed(self) -> str:
        """The proposed answer; "" if the row must be corrected, or if the official must decide about a known player."""
        if self.row.left_out:
            return LEAVE_OUT
        match self.kind:
            case Kind.NEW:
                return NEW_PERSON
            case Kind.REGISTERED | Kind.TWICE:
                return NEW_PERSON if self.differs else LEAVE_OUT
            case Kind.DOUBLE | Kind.FAULT:
                return ""

    @property
    def obvious(self) -> str | None:
        """The primary key of the only namesake in the same club, or None. The row still needs an answer."""
        same = [p for p in self.candidates if p.club and folded(p.club.name) == folded(self.row.club)]
        return str(same[0].pk) if len(same) == 1 and self.kind == Kind.DOUBLE else None


def check(event: Event, rows: Sequence[Row]) -> list[CheckedRow]:
    """Returns the rows with their states, and with the faults and doubts that only the event reveals."""
    known = namesakes([name_key(row.first_name, row.last_name) for row in rows], people_of(event.held_by))
    registrations = event.registrations.select_related("player", "club")
    taking_part = {registration.player_id: registration for registration in registrations}
    numbers = {
        registration.number: registration for registration in taking_part.values() if registration.number is not None
    }
    seen: dict[NameKey, Row] = {}
    checked = []
    for row in (_with_amount(row, event) for row in rows):
        key = name_key(row.first_name, row.last_name)
        spelling = spelling_key(*key)
        checked.append(_check(row, known.get(key, []), taking_part, numbers, seen.get(spelling)))
        if not row.left_out:
            seen.setdefault(spelling, row)
    return checked


def _with_amount(row: Row, event: Event) -> Row:
    """Adds a doubt if the amount in the list differs from the event's entry fee."""
    amount, fee = row.paid_amount, event.entry_fee
    if amount is None or not fee or amount == fee:
        return row
    words = _("In der Liste stehen %(amount)s, das Startgeld ist %(fee)s. Gebucht werden höchstens %(least)s.")
    amounts = {"amount": amount, "fee": fee, "least": min(amount, fee)}
    doubt = words % {name: say(money, event.currency) for name, money in amounts.items()}
    return replace(row, doubts={**row.doubts, "paid": doubt})


def _check(
    row: Row,
    same_name: Sequence[Player],
    taking_part: Mapping[int, Registration],
    numbers: Mapping[int, Registration],
    earlier: Row | None,
) -> CheckedRow:
    candidates = tuple(player for player in same_name if player.pk not in taking_part)
    registered = [taking_part[player.pk] for player in same_name if player.pk in taking_part]
    line = earlier.line if earlier else None
    holder = numbers.get(row.number) if row.number is not None else None
    if holder is not None and holder not in registered:
        fault = _("Die Startnummer %(number)d hat schon %(name)s.") % {"number": row.number, "name": holder.name}
        row = replace(row, faults={**row.faults, "number": fault})
    if row.faults:
        return CheckedRow(row, Kind.FAULT, candidates, line)
    if registered:
        # Here the number says little: lists often number their lines, and the event numbers its players.
        differs = all(
            _is_other_club(row.club, registration.club.name if registration.club else "") for registration in registered
        )
        return CheckedRow(row, Kind.REGISTERED, candidates, line, differs)
    if earlier is not None:
        numbers_differ = None not in (row.number, earlier.number) and row.number != earlier.number
        differs = numbers_differ or _is_other_club(row.club, earlier.club)
        return CheckedRow(row, Kind.TWICE, candidates, line, differs)
    return CheckedRow(row, Kind.DOUBLE if candidates else Kind.NEW, candidates)


def _is_other_club(club: str, other: str) -> bool:
    return bool(club and other) and club_of(club).last != club_of(other).last


@dataclass(frozen=True, slots=True)
class Decided:
    """The rows to store and to leave out, and the lines that still need an answer."""

    entries: tuple[Entry, ...]
    left_out: tuple[CheckedRow, ...]
    unanswered: tuple[int, ...]
    twice: tuple[int, ...]  # lines that name the same player of the register as an earlier line


def decide(checked: Sequence[CheckedRow], answers: Mapping[int, str]) -> Decided:
    """Turns rows, and the official's answers by line, into entries.

    A row of Kind.NEW becomes an entry without an answer. In other rows, an invalid answer counts as missing.
    """
    entries: list[Entry] = []
    left_out, unanswered, twice = [], [], []
    players: set[int] = set()
    for checked_row in checked:
        answer = answers.get(checked_row.row.line, "")
        if answer == LEAVE_OUT:
            left_out.append(checked_row)
            continue
        if checked_row.kind == Kind.FAULT or (answer not in checked_row.choices and checked_row.kind != Kind.NEW):
            unanswered.append(checked_row.row.line)
            continue
        player = next((p for p in checked_row.candidates if str(p.pk) == answer), None)
        if player is not None and player.pk in players:
            twice.append(checked_row.row.line)
            continue
        if player is not None:
            players.add(player.pk)
        stored = {column.name: getattr(checked_row.row, column.name) for column in fields(Entry)}
        other_person = answer == NEW_PERSON and checked_row.kind != Kind.NEW
        entries.append(Entry(**stored | {"player": player, "other_person": other_person}))
    return Decided(tuple(entries), tuple(left_out), tuple(unanswered), tuple(twice))
