"""Checks the places of players after each step before the first draw (§ 1.3).

The check reads rows directly and counts places, without the services that assign places.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from romme_turnier.simulation.checks.facts import Finding
from romme_turnier.tournament import models


@dataclass(frozen=True, slots=True)
class Crowd:
    """The primary keys of all registrations at one time; `bench` are the substitutes, who need no place."""

    order: tuple[int, ...]
    playing: frozenset[int]
    waiting: frozenset[int]
    bench: frozenset[int]
    captains: dict[int, int]

    @property
    def taken(self) -> int:
        return len(self.playing - self.bench)

    def queue(self) -> list[list[int]]:
        """Returns the groups that wait together, in the order of their first members."""
        groups: dict[int, list[int]] = {}
        for pk in self.order:
            if pk in self.waiting:
                groups.setdefault(self.captains.get(pk, pk), []).append(pk)
        return list(groups.values())

    def needs(self, group: list[int]) -> int:
        return len(set(group) - self.bench)


def crowd_of(event: models.Event) -> Crowd:
    people = models.Registration.objects.filter(event=event).order_by("registered_at", "pk")
    rows = list(people.values("pk", "status", "left_before_series", "captain"))
    bench = models.TeamMember.objects.filter(team__event=event, substitute=True)
    return Crowd(
        order=tuple(row["pk"] for row in rows),
        playing=frozenset(
            row["pk"] for row in rows if row["status"] == "active" or (row["left_before_series"] or 0) > 1
        ),
        waiting=frozenset(row["pk"] for row in rows if row["status"] == "waiting"),
        bench=frozenset(bench.values_list("registration_id", flat=True)),
        captains={row["pk"]: row["captain"] for row in rows if row["captain"]},
    )


@dataclass
class Door:
    """Checks until the first draw that groups do not wait while there are free places, and are admitted in turn."""

    findings: list[Finding] = field(default_factory=list)
    looks: int = 0
    _before: Crowd | None = None

    def __call__(self, event: models.Event, by_hand: bool) -> None:
        """Checks the current state; `by_hand` is true if officials have just admitted a player out of turn."""
        now, before = crowd_of(event), self._before
        self._before, self.looks = now, self.looks + 1
        if models.Seat.objects.filter(series__event=event).exists():
            return
        capacity = models.Event.objects.values_list("capacity", flat=True).get(pk=event.pk)
        queue = now.queue()
        if queue and (capacity is None or now.needs(queue[0]) <= capacity - now.taken):
            words = f"{now.taken} of {capacity} play, and registration {queue[0][0]} waits"
            self.findings.append(Finding("places", words))
        if before is not None and not by_hand:
            if capacity is not None and now.taken > capacity and now.taken > before.taken:
                words = f"{now.taken} play, {before.taken} did, there are {capacity} places"
                self.findings.append(Finding("places", words))
            self.findings += _out_of_turn(before, now)


def _out_of_turn(before: Crowd, now: Crowd) -> Iterator[Finding]:
    """Yields findings if players get a place before an earlier player, or before others of their group."""
    passed: list[int] = []  # players that came earlier and still wait
    for group in before.queue():
        moved = [pk for pk in group if pk in now.playing]
        waits = [pk for pk in group if pk in now.waiting]
        if moved and (passed or waits):
            yield Finding("queue", f"registrations {moved} moved up before {passed or waits}")
        passed += waits
    new = [pk for pk in now.order if pk in now.playing - now.bench and pk not in before.order]
    if new and passed:
        yield Finding("queue", f"registrations {new} got a place at once, and {passed} wait")
