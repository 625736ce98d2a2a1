"""Officials of several organisers keep members and merge people; their rights are compared with a separate count.

All changes are undone, so that the event is played as with a single organiser.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.simulation.participants.names import operator
from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails, add_organiser
from romme_turnier.tournament.organisers.holders import Term, end_office, give_office
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member, remove_membership
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.register.own_people import people_kept_by, people_seen_by
from romme_turnier.tournament.participants.register.proposals import propose_merge, refuse_proposal, withdraw_proposal

ORGANISERS = {"9": "federation", "9-1": "association", "9-1-1": "club", "9-1-2": "club", "9-2": "club"}
ACCOUNTS = ("simulation-amt-1", "simulation-amt-2", "simulation-amt-3")
ACTS, LIKELY = 20, 0.8


@dataclass(frozen=True)
class _Office:
    """An office that this module expects to be stored; `number` is that of its organiser."""

    account: str
    number: str
    role: str
    first: date
    last: date | None

    @property
    def days(self) -> tuple[date, date]:
        return self.first, self.last or date.max

    def refuses(self, new: "_Office") -> bool:
        """Returns whether the new office has the same account, organiser and role as this one, and days in common."""
        (first, last), (new_first, new_last) = self.days, new.days
        is_same = (self.account, self.number, self.role) == (new.account, new.number, new.role)
        return is_same and first <= new_last and new_first <= last


@dataclass
class _Count:
    """The offices, people and open proposals that this module expects to be stored, by primary key.

    `people` has the numbers of each person's organisers; `proposals` has both people and the proposing account.
    """

    today: date
    offices: dict[int, _Office] = field(default_factory=dict)
    people: dict[int, set[str]] = field(default_factory=dict)
    proposals: dict[int, tuple[int, int, str]] = field(default_factory=dict)

    def covered(self, account: str) -> set[str]:
        """Returns the organisers whose register the account keeps today."""
        own = [
            office.number
            for office in self.offices.values()
            if office.account == account
            and office.role in ("chair", "registrar")
            and office.days[0] <= self.today <= office.days[1]
        ]
        return {number for number in ORGANISERS for top in own if number == top or number.startswith(f"{top}-")}

    def seen(self, account: str) -> set[int]:
        return {pk for pk, numbers in self.people.items() if numbers & self.covered(account)}

    def kept(self, account: str) -> set[int]:
        return {pk for pk, numbers in self.people.items() if numbers <= self.covered(account)}

    def refuses(self, new: _Office, *, but: int = 0) -> bool:
        """Returns whether an office must be refused because of its dates, or of another stored office except `but`."""
        ends_before_it_begins = new.days[1] < new.first
        return ends_before_it_begins or any(row.refuses(new) for pk, row in self.offices.items() if pk != but)


def hold_offices(simulated: SimulatedEvent) -> None:
    """Lets officials of five organisers act at random, and undoes their acts.

    Only throw-away databases have such scenarios.
    """
    with transaction.atomic():
        _Acts(simulated).play()
        transaction.set_rollback(True)


class _Acts:
    def __init__(self, simulated: SimulatedEvent) -> None:
        self.rng = random.Random(f"offices {simulated.scenario.seed}")  # noqa: S311 - repeatable, not secret
        self.tally, self.count = simulated.tally, _Count(timezone.localdate())
        self.operator = operator()
        for account in ACCOUNTS:
            User.objects.create_user(account, display_name=account)
        for number, kind in ORGANISERS.items():
            details = OrganiserDetails(
                kind=kind, name=f"Simulation {number}", number=number, slug=f"simulation-{number}"
            )
            add_organiser(details, by=self.operator)
        seldom, often = (
            (self.give, self.end, self.leave),
            (self.join, self.join, self.propose, self.propose, self.merge),
        )
        self.acts: tuple[Callable[[str], None], ...] = (*seldom, *often, self.refuse, self.withdraw)

    def play(self) -> None:
        for account, number in zip(ACCOUNTS, ("9", "9-1-1", "9-2"), strict=True):
            self.give(account, _Office(account, number, "chair", self.count.today, None))
            for _person in range(2):
                self.join(account)
        for _act in range(ACTS):
            account = self.rng.choice(ACCOUNTS)
            self.rng.choice(self.acts)(account)
            self.compare(account)
        for account in ACCOUNTS:
            self.compare(account)
        if differences := list(register_differences()):
            raise Unexpected(f"offices and proposals leave differences: {differences[0]}")

    def compare(self, account: str) -> None:
        user = _user(account)
        for people, expected in (
            (people_seen_by, self.count.seen(account)),
            (people_kept_by, self.count.kept(account)),
        ):
            if set(people(user).values_list("pk", flat=True)) != expected:
                raise Unexpected(f"{people.__name__}({account}) should be {sorted(expected)}")
        self.tally["offices_compared"] += 1

    def expecting(self, allowed: bool, what: str, act: Callable[[], object]) -> bool:
        """Runs an act, which must succeed if it is `allowed` and must be refused otherwise; returns `allowed`."""
        if allowed:
            act()
            self.tally[what] += 1
        else:
            with refused(f"{what} was allowed"):
                act()
        return allowed

    def give(self, account: str, office: _Office | None = None) -> None:
        office = office or self.any_office(account)
        organiser, term = _organiser(office.number), Term(role=office.role, since=office.first, until=office.last)
        allowed = not self.count.refuses(office)
        if self.expecting(allowed, "offices_given", lambda: give_office(organiser, account, term, by=self.operator)):
            self.count.offices[models.Office.objects.latest("pk").pk] = office

    def any_office(self, account: str) -> _Office:
        number, role = self.rng.choice(list(ORGANISERS)), self.rng.choice(("chair", "registrar", "sports", "viewer"))
        first = self.count.today + timedelta(days=self.rng.randint(-9, 2))
        last = self.rng.choice([None, first + timedelta(days=self.rng.randint(-2, 20))])
        return _Office(account, number, role, first, last)

    def end(self, _account: str) -> None:
        for pk in self.rng.sample(list(self.count.offices), min(1, len(self.count.offices))):
            last = self.count.today - timedelta(days=self.rng.randint(0, 9))
            office, row = replace(self.count.offices[pk], last=last), models.Office.objects.get(pk=pk)
            allowed = not self.count.refuses(office, but=pk)
            if self.expecting(allowed, "offices_ended", partial(end_office, row, until=last, by=self.operator)):
                self.count.offices[pk] = office

    def join(self, _account: str) -> None:
        number, known = self.rng.choice(list(ORGANISERS)), list(self.count.people)
        pk = self.rng.choice([None, *known])
        player, organiser = models.Player.objects.get(pk=pk) if pk else None, _organiser(number)
        names = ("", "") if player else ("Ida", f"Amt {self.rng.getrandbits(24)}")
        allowed = pk is None or number not in self.count.people[pk]
        details = MembershipDetails()
        if self.expecting(allowed, "joined", lambda: add_member(organiser, player, *names, details, by=self.operator)):
            joined = models.Membership.objects.latest("pk").player_id
            self.count.people.setdefault(joined, set()).add(number)

    def leave(self, _account: str) -> None:
        pk = self.two()[0].pk
        number = self.rng.choice(sorted(self.count.people[pk]))
        remove_membership(models.Membership.objects.get(player=pk, organiser__number=number), by=self.operator)
        self.count.people[pk].discard(number)
        if not self.count.people[pk]:
            self.forget(pk)

    def forget(self, pk: int) -> None:
        del self.count.people[pk]
        proposals = self.count.proposals
        self.count.proposals = {key: row for key, row in proposals.items() if pk not in row[:2]}

    def two(self, likely: set[int] | None = None) -> tuple[models.Player, models.Player]:
        """Returns two people, sometimes the same, and mostly two of the `likely` ones."""
        if not self.count.people:
            self.join("")
        people = list(self.count.people)
        if likely and len(likely) > 1 and self.rng.random() < LIKELY:
            first, second = self.rng.sample(sorted(likely), 2)
        else:
            first, second = self.rng.choice(people), self.rng.choice(people)
        return models.Player.objects.get(pk=first), models.Player.objects.get(pk=second)

    def propose(self, account: str) -> None:
        keep, drop = self.two(self.count.seen(account))
        both, user = {keep.pk, drop.pk}, _user(account)
        allowed = len(both) == 2 and both <= self.count.seen(account) and not both <= self.count.kept(account)
        if self.expecting(allowed, "proposed", lambda: propose_merge(keep, drop, by=user)):
            (stored,) = models.MergeProposal.objects.filter(refused_at=None, keep__in=both, drop__in=both)
            if all(both != set(row[:2]) for row in self.count.proposals.values()):
                self.count.proposals[stored.pk] = (keep.pk, drop.pk, account)

    def refuse(self, account: str) -> None:
        for pk, (keep, drop, _by) in list(self.count.proposals.items())[:1]:
            able = [other for other in ACCOUNTS if {keep, drop} <= self.count.kept(other)]
            who = self.rng.choice([account, *able])
            refusal = partial(refuse_proposal, models.MergeProposal.objects.get(pk=pk), "Geschwister", by=_user(who))
            if self.expecting(who in able, "proposals_refused", refusal):
                del self.count.proposals[pk]

    def withdraw(self, account: str) -> None:
        for pk, (_keep, _drop, by) in list(self.count.proposals.items())[:1]:
            who = self.rng.choice([account, by])
            withdrawal = partial(withdraw_proposal, models.MergeProposal.objects.get(pk=pk), by=_user(who))
            if self.expecting(who == by, "proposals_withdrawn", withdrawal):
                del self.count.proposals[pk]

    def merge(self, account: str) -> None:
        keep, drop = self.two(self.count.kept(account))
        both, gone = {keep.pk, drop.pk}, drop.pk
        allowed = len(both) == 2 and both <= self.count.kept(account)
        if self.expecting(allowed, "people_merged", lambda: merge_players(keep, drop, by=_user(account))):
            self.count.people[keep.pk] |= self.count.people[gone]
            self.forget(gone)


def _user(account: str) -> User:
    return User.objects.get(username=account)  # without offices that another row has cached


def _organiser(number: str) -> models.Organiser:
    return models.Organiser.objects.get(number=number)
