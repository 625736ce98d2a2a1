"""Lists the possible steps of a single suit at each rank, and the fewest jokers that its runs need to the end.

The other suits are ignored: each card may go to a set whenever its rank can form one. So the jokers counted here are a
lower bound, and the sum over all four suits rules out most branches early.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from romme_turnier.core.rules.search.open_runs import WITH_JOKER, OpenRuns, next_runs, serves


class Choice(NamedTuple):
    """A suit's step at a rank: its cards in sets and in runs, its jokers in runs, its points, the runs then open."""

    to_sets: int
    to_runs: int
    jokers: int
    points: int
    runs: OpenRuns


class SuitAlone:
    """The search in one suit; ``there`` counts its cards by rank, ``on_table`` those of them that must be laid.

    ``values`` holds the points of a card and ``to_sets`` the possible numbers of cards in sets, both by rank. The
    search visits the ranks once around, starting at ``cut``; a place is the number of visited ranks.
    """

    def __init__(
        self,
        there: tuple[int, ...],
        on_table: tuple[int, ...],
        values: tuple[int, ...],
        to_sets: tuple[tuple[int, ...], ...],
        cut: int,
    ) -> None:
        self._there, self._on_table, self._values, self._to_sets = there, on_table, values, to_sets
        self._cut = cut
        self.choices = cache(self._find_choices)
        self._continuations = cache(self._find_continuations)
        self._ends = cache(self._find_ends)
        self.least = cache(self._find_least)
        self.ways = cache(self._find_ways)
        self.crossings = cache(self._find_crossings)

    def _find_choices(self, place: int, runs: OpenRuns, jokers: int) -> list[Choice]:
        """Returns all possible steps at ``place`` while ``runs`` are open, with exactly ``jokers`` jokers in runs."""
        rank = (self._cut + place) % 13
        there, table = self._there[rank], self._on_table[rank]
        return [
            Choice(to_sets, to_runs, jokers, (to_runs + to_sets - table) * self._values[rank], after)
            for to_sets in self._to_sets[rank]
            for to_runs in range(max(0, table - to_sets), there - to_sets + 1)
            for after in next_runs(runs, to_runs, jokers)
        ]

    def _find_least(self, crossing: OpenRuns, place: int, runs: OpenRuns, within: int) -> int | None:
        """Returns the fewest jokers that leave ``crossing`` open after the last rank; None if more than ``within``."""
        for jokers in range(within + 1):
            if any(serves(end, crossing) for end in self._ends(place, runs, jokers)):
                return jokers
        return None

    def _find_ways(
        self, crossing: OpenRuns, place: int, runs: OpenRuns, within: int
    ) -> dict[int, list[tuple[int, Choice]]]:
        """Returns the choices at ``place`` that allow ``crossing``, by the number of cards in sets.

        Each choice comes with the fewest jokers that runs need from there to the end.
        """
        choices: dict[int, list[tuple[int, Choice]]] = {}
        for jokers in range(min(within, len(runs)) + 1):
            for choice in self.choices(place, runs, jokers):
                further = self.least(crossing, place + 1, choice.runs, within - jokers)
                if further is not None:
                    choices.setdefault(choice.to_sets, []).append((jokers + further, choice))
        return choices

    def _find_ends(self, place: int, runs: OpenRuns, jokers: int) -> frozenset[OpenRuns]:
        """Returns every collection of runs that can be open after the last rank, with at most ``jokers`` jokers."""
        if place == 13:
            return frozenset((runs,))
        return frozenset().union(
            *(
                self._ends(place + 1, after, jokers - spent)
                for spent in range(min(jokers, len(runs)) + 1)
                for after in self._continuations(place, runs, spent)
            )
        )

    def _find_continuations(self, place: int, runs: OpenRuns, jokers: int) -> list[OpenRuns]:
        """Returns the runs that can be open after the next rank, each once."""
        return list(dict.fromkeys(choice.runs for choice in self.choices(place, runs, jokers)))

    def _find_crossings(self, needing: int) -> list[OpenRuns]:
        """Returns the combinations of open runs that may cross the cut and need `needing` jokers, no fewer."""
        return [runs for runs in self._candidates(needing) if self.least(runs, 0, runs, needing) == needing]

    def _candidates(self, most_jokers: int) -> Iterator[OpenRuns]:
        """Yields the runs that may cross the cut, given the cards next to it and at most ``most_jokers`` jokers."""
        before = [self._there[(self._cut - back) % 13] for back in (1, 2, 3)]
        here = self._there[self._cut]

        def grow(runs: OpenRuns) -> Iterator[OpenRuns]:
            with_joker = sum(run > WITH_JOKER for run in runs)
            jokers = max(with_joker, with_joker + len(runs) - here, len(runs) - before[0])
            if jokers > most_jokers or with_joker > here:
                return
            yield runs
            for run in (1, 2, 3, 5, 6):
                if (not runs or run >= runs[-1]) and (run > WITH_JOKER or all(before[:run])):
                    yield from grow((*runs, run))

        return grow(())


suit_alone = lru_cache(maxsize=8)(SuitAlone)  # consecutive tables often differ by one card
