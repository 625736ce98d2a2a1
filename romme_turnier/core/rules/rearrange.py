"""Rearranging the table (Umbauen): all of its cards and as many points of the hand as possible in melds.

Exact, and no time limit anywhere. The thirteen ranks lie in a circle, because runs go around the corner. The
circle is cut before the rank where the fewest runs can cross, and for each way in which runs may cross the cut the
ranks are gone through one after the other. After a rank nothing counts but the runs that lie open, suit by suit,
and how many jokers are spent: of all ways there the one with the most points is kept. A way is good if the runs
open at the end are those that were taken to cross the cut. No way, no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod

from romme_turnier.core.rules.cards import JOKER, Card
from romme_turnier.core.rules.melding_rules import MeldRules
from romme_turnier.core.rules.open_runs import OpenRuns, next_runs, serves, set_partitions
from romme_turnier.core.rules.table_melds import Step, melds_from

Open = tuple[OpenRuns, OpenRuns, OpenRuns, OpenRuns]
State = tuple[OpenRuns, OpenRuns, OpenRuns, OpenRuns, int]
"""What lies open of each suit, and the jokers spent."""


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """``melds`` of the whole table, each joker as ``JOKER`` in its place; ``left`` in the hand and what it counts."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    points_left: int


@dataclass(frozen=True, slots=True)
class _Choice:
    """What one suit does at one rank: cards to sets, cards and jokers to runs, what then lies open."""

    to_sets: int
    to_runs: int
    jokers: int
    jokers_due: int  # at least so many more jokers this suit's runs need
    points: int
    runs: OpenRuns


def rearrange(
    table: Sequence[Card], hand: Sequence[Card], rules: MeldRules, *, cut: int | None = None
) -> Rearrangement | None:
    """The melding of all of ``table`` that leaves the fewest points of ``hand``; None if there is none at all.

    A table that could not lie without cards of the hand is no obstacle. For systems whose runs go around the
    corner and whose melds have one joker at most (``rommee``); others raise ValueError. Supply is not looked at.
    ``cut`` is the rank before which the circle is cut; whether and how well it can be done does not depend on it.
    """
    if not rules.around or (rules.set_jokers, rules.run_jokers) != (1, 1):
        raise ValueError("rearranging is for runs around the corner with one joker at most")
    search = _Search(table, hand, rules, cut)
    steps = search.best_steps()
    if steps is None:
        return None
    melds = melds_from(steps)
    left = sorted([*table, *hand])
    for meld in melds:
        for card in meld:
            left.remove(card)
    return Rearrangement(melds, tuple(left), sum(map(rules.left, left)))


class _PatienceLost(Exception):
    """A way across the cut is put off."""


class _Search:
    def __init__(self, table: Sequence[Card], hand: Sequence[Card], rules: MeldRules, cut: int | None) -> None:
        self._on_table = [table.count(card) for card in range(53)]
        self._in_hand = [hand.count(card) for card in range(53)]
        self._there = [a + b for a, b in zip(self._on_table, self._in_hand, strict=True)]
        self._jokers = self._there[JOKER]
        self._value = [rules.left(card) for card in range(53)]
        self._choices = cache(self._find_choices)
        self._reaches = cache(self._find_reach)
        crossings = {rank: [list(self._crossings(suit, rank)) for suit in range(4)] for rank in range(13)}
        self._cut = cut if cut is not None else min(range(13), key=lambda rank: prod(map(len, crossings[rank])))
        self._crossing = crossings[self._cut]
        # The points of the hand that are still to come after so many ranks: no way can add more.
        self._most_after = [self._in_hand[JOKER] * self._value[JOKER]]
        for place in reversed(range(13)):
            of_rank = range((self._cut + place) % 13, JOKER, 13)
            here = sum(self._in_hand[card] * self._value[card] for card in of_rank)
            self._most_after.insert(0, self._most_after[0] + here)

    def best_steps(self) -> list[Step] | None:
        """The steps, rank by rank from the cut on, of a way with the most points.

        Some ways to cross take long and others show at once that everything fits, so all are tried with little
        patience first and those that were given up with ever more. Nothing is given up for good.
        """
        most, best = -1, None
        waiting = [
            (crossing[0][1], crossing[1][1], crossing[2][1], crossing[3][1])
            for crossing in product(*self._crossing)
            if sum(jokers for jokers, _ in crossing) <= self._jokers
        ]
        patience = 40
        while waiting:
            given_up = []
            for crossing in waiting:
                try:
                    found = self._go_through(crossing, patience)
                except _PatienceLost:
                    given_up.append(crossing)
                    continue
                if found and found[0] > most:
                    most, best = found
                    if most == self._most_after[0]:
                        return best
            waiting, patience = given_up, patience * 4
        return best

    def _crossings(self, suit: int, rank: int) -> Iterator[tuple[int, OpenRuns]]:
        """The runs of a suit that may lie open before ``rank`` and go on there, with the jokers that takes."""
        before = [self._there[suit * 13 + (rank - back) % 13] for back in (1, 2, 3)]
        here = self._there[suit * 13 + rank]

        def grow(runs: OpenRuns, least: int) -> Iterator[tuple[int, OpenRuns]]:
            with_joker = sum(run > 4 for run in runs)
            jokers = max(with_joker, with_joker + len(runs) - here, len(runs) - before[0])
            due = self._jokers_due(runs, suit, rank - 1)
            if jokers > self._jokers or due is None or with_joker > here:
                return
            yield max(jokers, with_joker + due), runs
            for run in (1, 2, 3, 5, 6):
                if run >= least and (run > 4 or all(before[:run])):
                    yield from grow((*runs, run), run)

        yield from grow((), 1)

    def _jokers_due(self, runs: OpenRuns, suit: int, rank: int) -> int | None:
        """The least jokers that the runs open after ``rank`` still need; None if they can never be long enough."""
        if not runs or (runs[0] >= 3 and 5 not in runs):
            return 0
        ones, short, spent = runs.count(1), runs.count(1) + runs.count(2), runs.count(5)
        next_there = self._there[suit * 13 + (rank + 1) % 13]
        after_there = self._there[suit * 13 + (rank + 2) % 13]
        if spent > next_there:
            return None
        due = max(0, short + spent - next_there) + max(0, ones - after_there)
        return due if due <= min(self._jokers, short) else None

    def _find_choices(self, suit: int, rank: int, runs: OpenRuns) -> list[_Choice]:
        card = suit * 13 + rank
        there, table = self._there[card], self._on_table[card]
        # Jokers that are due beyond the cut were spent when the ranks there were gone through.
        counts_jokers = (rank - self._cut) % 13 < 11
        found = []
        for jokers in range(min(self._jokers, len(runs)) + 1):
            for to_runs in range(there + 1):
                for after in next_runs(runs, to_runs, jokers):
                    due = self._jokers_due(after, suit, rank)
                    if due is None or jokers + (due := due if counts_jokers else 0) > self._jokers:
                        continue
                    for to_sets in range(max(0, table - to_runs), there - to_runs + 1):
                        points = (to_runs + to_sets - table) * self._value[card]
                        found.append(_Choice(to_sets, to_runs, jokers, due, points, after))
        return sorted(found, key=lambda choice: (-choice.points, choice.jokers))

    def _go_through(self, crossing: Open, patience: int) -> tuple[int, list[Step]] | None:
        """The most points of the hand with these runs across the cut, and the steps to them.

        Raises _PatienceLost when more than ``patience`` states would have to be looked at.
        """
        known: list[dict[State, tuple[int, State, Step] | None]] = [{} for _ in range(13)]

        def most_from(place: int, state: State) -> int | None:
            """The most points that the ranks from ``place`` on can add, None if they cannot be gone through."""
            if place == 13:
                fits = state[4] >= self._on_table[JOKER] and all(map(serves, state[:4], crossing))
                return (state[4] - self._on_table[JOKER]) * self._value[JOKER] if fits else None
            if state not in known[place]:
                if sum(map(len, known)) >= patience:
                    raise _PatienceLost
                best = None
                for gained, after, step in self._moves((self._cut + place) % 13, state):
                    if best and gained + self._most_after[place + 1] <= best[0]:
                        continue
                    if not self._reaches(place + 1, after):
                        continue
                    further = most_from(place + 1, after)
                    if further is not None and (best is None or gained + further > best[0]):
                        best = gained + further, after, step
                        if best[0] == self._most_after[place]:
                            break
                known[place][state] = best
            entry = known[place][state]
            return entry[0] if entry else None

        state: State = (*crossing, 0)
        points = most_from(0, state)
        if points is None:
            return None
        steps = [Step(-1, crossing, (0, 0, 0, 0), (0, 0, 0, 0), ())]
        for entries in known:
            entry = entries[state]
            assert entry is not None  # noqa: S101 - the way was found
            _, state, step = entry
            steps.append(step)
        return points, steps

    def _find_reach(self, place: int, state: State) -> bool:
        """Can the ranks from ``place`` on be gone through, whatever crosses the cut?"""
        if place < 13:
            return any(self._reaches(place + 1, after) for _, after, _ in self._moves((self._cut + place) % 13, state))
        return state[4] >= self._on_table[JOKER]

    def _moves(self, rank: int, state: State) -> Iterator[tuple[int, State, Step]]:
        """What can be done at ``rank``: the points it adds, the state after it, the step itself."""
        free = self._jokers - state[4]
        for a, b, c, d in self._together(rank, state):
            spent = a.jokers + b.jokers + c.jokers + d.jokers
            due = a.jokers_due + b.jokers_due + c.jokers_due + d.jokers_due
            if spent + due > free:
                continue
            for in_sets, sets in set_partitions((a.to_sets, b.to_sets, c.to_sets, d.to_sets)).items():
                if spent + due + in_sets <= free:
                    runs = (a.runs, b.runs, c.runs, d.runs)
                    to_runs = (a.to_runs, b.to_runs, c.to_runs, d.to_runs)
                    step = Step(rank, runs, to_runs, (a.jokers, b.jokers, c.jokers, d.jokers), sets)
                    yield a.points + b.points + c.points + d.points, (*runs, state[4] + spent + in_sets), step

    def _together(self, rank: int, state: State) -> Iterator[tuple[_Choice, _Choice, _Choice, _Choice]]:
        a_s, b_s, c_s, d_s = (self._choices(suit, rank, state[suit]) for suit in range(4))
        for a in a_s:
            for b in b_s:
                for c in c_s:
                    for d in d_s:
                        if set_partitions((a.to_sets, b.to_sets, c.to_sets, d.to_sets)):
                            yield a, b, c, d
