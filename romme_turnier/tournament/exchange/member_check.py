"""Compares a list of members with the members of an organiser, before a change is stored.

The list should be complete, so an official decides about each member that it does not name.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import Likeness, NameIndex, name_of, spelling_key
from romme_turnier.tournament.exchange.member_file import MemberRow
from romme_turnier.tournament.models import EarlierName, Membership, Organiser, Player
from romme_turnier.tournament.participants.members.memberships import MemberChange, MembershipDetails, memberships_at
from romme_turnier.tournament.participants.register.lookup import name_key, people_of
from romme_turnier.tournament.participants.register.own_people import people_kept_by

NEW_PERSON, LEAVE_OUT, TAKE_NAME = "new", "skip", "name-"
STAYS, ENDS = "stays", "ends"


class Kind(StrEnum):
    FAULT = "fault"
    SAME = "same"  # a member, without changes
    CHANGED = "changed"
    AGAIN = "again"  # a former member
    NEW = "new"  # no person of the register has the name
    ASKED = "asked"  # people of the register may be this person


@dataclass(frozen=True, slots=True)
class CheckedMember:
    """A row and its relation to the members.

    `candidates` are the people that the row may refer to, if that is unclear or if the row has faults. `membership` is
    the person's membership; `changes` are its changes as (field, old value, new value). `renamed` are the primary keys
    of candidates that may take the name in the row. `may_be_new` is False if a member has the number in the row.
    """

    row: MemberRow
    kind: Kind
    player: Player | None = None
    membership: Membership | None = None
    candidates: tuple[Player, ...] = ()
    renamed: frozenset[int] = frozenset()
    may_be_new: bool = True
    changes: tuple[tuple[str, object, object], ...] = ()

    @property
    def choices(self) -> list[str]:
        """The possible answers: a candidate, a candidate that takes the name in the row, `NEW_PERSON`, `LEAVE_OUT`."""
        known = [str(player.pk) for player in self.candidates]
        known += [f"{TAKE_NAME}{player.pk}" for player in self.candidates if player.pk in self.renamed]
        return [*known, *([NEW_PERSON] if self.may_be_new else []), LEAVE_OUT]


class MemberCheck:
    """The comparison of all rows with the members of an organiser."""

    def __init__(self, organiser: Organiser, rows: Sequence[MemberRow], by: User) -> None:
        self.organiser, self.today = organiser, timezone.localdate()
        self._kept = set(people_kept_by(by).values_list("pk", flat=True))
        self._memberships: dict[int, list[Membership]] = defaultdict(list)
        for membership in memberships_at(organiser).order_by("pk"):
            self._memberships[membership.player_id].append(membership)
        self._people = {player.pk: player for player in people_of(organiser).select_related("club")}
        self._by_number = {row.number: row.player for rows in self._memberships.values() for row in rows if row.number}
        self._by_name: dict[tuple[str, str], list[Player]] = defaultdict(list)
        for player in self._people.values():
            self._by_name[spelling_key(player.first_name, player.last_name)].append(player)
        self._earlier: dict[tuple[str, str], list[Player]] = defaultdict(list)
        for name in EarlierName.objects.filter(player__in=self._people):
            self._earlier[spelling_key(name.first_name, name.last_name)].append(self._people[name.player_id])
        self.checked = self._with_doubled_people([self._check(row) for row in rows])

    @cached_property
    def _index(self) -> NameIndex[int]:
        """The names of all members, indexed only if a row has a name that no person of the organiser has."""
        members = [self._people[pk] for pk in self._memberships if pk in self._people]
        return NameIndex({player.pk: name_of(player.first_name, player.last_name) for player in members})

    def membership_of(self, player: Player) -> Membership | None:
        """Returns the person's current membership, otherwise the last one; None if there is none."""
        rows = self._memberships.get(player.pk, [])
        return next((row for row in rows if self._is_current(row)), rows[-1] if rows else None)

    def _is_current(self, membership: Membership) -> bool:
        return membership.until is None or membership.until >= self.today

    def missing(self, named: Collection[int]) -> list[Membership]:
        """Returns the current memberships of people whose primary keys are not in `named`, sorted by name."""
        rows = [row for pk, rows in self._memberships.items() if pk not in named for row in rows]
        return sorted((row for row in rows if self._is_current(row)), key=lambda row: row.player.order)

    def with_taken_number(self, changes: Mapping[int, MemberChange]) -> list[int]:
        """Returns the lines whose changes assign a number that another person still has after all changes."""
        known = [row for rows in self._memberships.values() for row in rows]
        changed = {change.membership.pk for change in changes.values() if change.membership}
        holders = {row.number: row.player_id for row in known if row.number and row.pk not in changed}
        return [
            line
            for line, change in changes.items()
            if (holder := holders.get(change.details.number)) is not None
            and (change.player is None or change.player.pk != holder)
        ]

    def overlapping(self, changes: Mapping[int, MemberChange]) -> list[int]:
        """Returns the lines of these changes whose memberships overlap with another membership of the same person."""
        return [
            line
            for line, change in changes.items()
            if change.player is not None
            and any(
                other.overlaps(change.details.since, change.details.until)
                for other in self._memberships.get(change.player.pk, [])
                if other != change.membership
            )
        ]

    @property
    def perhaps_named(self) -> set[int]:
        """The primary keys of the people that the list names or may name."""
        sure = {line.player.pk for line in self.checked if line.player}
        return sure | {player.pk for line in self.checked for player in line.candidates}

    def _check(self, row: MemberRow) -> CheckedMember:
        key = spelling_key(*name_key(row.first_name, row.last_name))
        if row.faults:
            return CheckedMember(row, Kind.FAULT, candidates=tuple(self._by_name.get(key, [])))
        same_name, holder = self._by_name.get(key, []), self._by_number.get(row.number)
        if holder is not None:
            if holder in same_name:
                return self._of(row, holder)
            members = [player for player in same_name if self._memberships.get(player.pk)]
            return self._question(row, [holder, *members], may_be_new=False)
        members = [player for player in same_name if self._memberships.get(player.pk)]
        if len(members) == len(same_name) == 1:
            return self._of(row, members[0])
        if candidates := same_name or self._alike(row, key):
            return self._question(row, candidates)
        return CheckedMember(row, Kind.NEW)

    def _question(self, row: MemberRow, candidates: Sequence[Player], *, may_be_new: bool = True) -> CheckedMember:
        names = (row.first_name, row.last_name)
        renamed = {player.pk for player in candidates if (player.first_name, player.last_name) != names}
        return CheckedMember(
            row,
            Kind.ASKED,
            candidates=tuple(candidates),
            renamed=frozenset(renamed & self._kept),
            may_be_new=may_be_new,
        )

    def _alike(self, row: MemberRow, key: tuple[str, str]) -> list[Player]:
        """Returns people who once had the name, and members with a similar name."""
        earlier = self._earlier.get(key, [])
        alike = [
            self._people[pk]
            for pk, how in self._index.alike(name_of(row.first_name, row.last_name))
            if how <= Likeness.ERRORS
        ]
        return list(dict.fromkeys([*earlier, *alike]))

    def _of(self, row: MemberRow, player: Player) -> CheckedMember:
        membership = self.membership_of(player)
        if membership is None:
            return self._question(row, [player])
        if not self._is_current(membership) and row.until is None:
            return CheckedMember(row, Kind.AGAIN, player, membership)
        details = details_of(row, membership)
        changes = tuple(
            (name, getattr(membership, name), getattr(details, name))
            for name in ("number", "kind", "since", "until")
            if getattr(membership, name) != getattr(details, name)
        )
        return CheckedMember(row, Kind.CHANGED if changes else Kind.SAME, player, membership, changes=changes)

    def _with_doubled_people(self, checked: list[CheckedMember]) -> list[CheckedMember]:
        """Replaces each row that names the same member as an earlier line with a faulty row."""
        earlier: dict[int, int] = {}
        lines = []
        for line in checked:
            if line.player and (first := earlier.setdefault(line.player.pk, line.row.line)) != line.row.line:
                fault = _("%(name)s steht schon in Zeile %(line)d.") % {"name": line.row.name, "line": first}
                row = replace(line.row, faults={"last_name": fault})
                lines.append(CheckedMember(row, Kind.FAULT))
            else:
                lines.append(line)
        return lines

    def change(self, line: CheckedMember, answer: str) -> MemberChange | None:
        """Returns the change to store for a row, given the official's answer; None if nothing changes."""
        player, row = line.player, line.row
        if line.kind == Kind.ASKED:
            pk = answer.removeprefix(TAKE_NAME)
            player = next((known for known in line.candidates if str(known.pk) == pk), None)
        stored = self.membership_of(player) if player else None
        takes_name = answer.startswith(TAKE_NAME)
        ended = stored.until if stored and row.until is None and not self._is_current(stored) else None
        if stored and ended and row.since and row.since > ended:
            details, stored = replace(details_of(row, None), number=row.number or stored.number), None
        else:
            details = details_of(row, stored)
            details = replace(details, until=None) if ended else details
        if stored and not takes_name and details == MembershipDetails.of(stored):
            return None
        return MemberChange(
            player=player,
            first_name=row.first_name,
            last_name=row.last_name,
            takes_name=takes_name,
            other_person=line.kind == Kind.ASKED and player is None,
            membership=stored,
            details=details,
        )


def details_of(row: MemberRow, membership: Membership | None) -> MembershipDetails:
    """Returns the details of a row; empty cells keep the values of the membership."""
    stored = MembershipDetails.of(membership) if membership else MembershipDetails()
    return MembershipDetails(
        kind=row.kind or stored.kind,
        number=row.number or stored.number,
        since=row.since or stored.since,
        until=row.until or stored.until,
    )


@dataclass(frozen=True, slots=True)
class DecidedMembers:
    """The changes of a list, the members that it does not name, and the lines and memberships without an answer."""

    changes: tuple[MemberChange, ...]
    ended: tuple[Membership, ...]
    unanswered: tuple[int, ...]
    twice: tuple[int, ...]  # lines whose answer names the person of an earlier line
    taken: tuple[int, ...]  # lines with a number that another member keeps
    overlapping: tuple[int, ...]  # lines whose days overlap with another membership of the person
    missing: tuple[Membership, ...]
    unanswered_missing: tuple[int, ...]  # primary keys of memberships

    @property
    def is_complete(self) -> bool:
        return not (self.unanswered or self.twice or self.taken or self.overlapping or self.unanswered_missing)


def decide(check: MemberCheck, answers: Mapping[int, str], about_missing: Mapping[int, str]) -> DecidedMembers:
    """Returns the changes that follow from the answers, and the questions that are still open.

    `answers` are by line; `about_missing` are by the primary keys of memberships that the list does not name.
    """
    changes: dict[int, MemberChange] = {}
    unanswered, twice = [], []
    named: set[int] = {line.player.pk for line in check.checked if line.player}
    for line in check.checked:
        answer = answers.get(line.row.line, "")
        if answer == LEAVE_OUT:
            continue
        if line.kind == Kind.FAULT or (line.kind == Kind.ASKED and answer not in line.choices):
            unanswered.append(line.row.line)
            continue
        change = check.change(line, answer)
        if line.kind == Kind.ASKED and (pk := answer.removeprefix(TAKE_NAME)) != NEW_PERSON:
            if int(pk) in named:
                twice.append(line.row.line)
                continue
            named.add(int(pk))
        if change:
            changes[line.row.line] = change
    missing = check.missing(named if not unanswered else named | check.perhaps_named)
    ended = [row for row in missing if about_missing.get(row.pk) == ENDS]
    open_ones = [row.pk for row in missing if about_missing.get(row.pk) not in (STAYS, ENDS)]
    return DecidedMembers(
        changes=tuple(changes.values()),
        ended=tuple(ended),
        unanswered=tuple(unanswered),
        twice=tuple(twice),
        taken=tuple(check.with_taken_number(changes)),
        overlapping=tuple(check.overlapping(changes)),
        missing=tuple(missing),
        unanswered_missing=tuple(open_ones),
    )
