"""Searches for the best way to lay a table: rank by rank around the circle, all four suits together.

After a rank, only the open runs of each suit and the number of free jokers matter. Few jokers come first: a solution
without jokers is found before any place for one is tried. A branch is abandoned when the suits, each taken separately
(``suit_alone``), already need more jokers than there are.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from romme_turnier.core.rules.search.open_runs import Counts, OpenRuns, set_partitions
from romme_turnier.core.rules.search.rules import SearchRules
from romme_turnier.core.rules.search.single_suit import Choice, suit_alone
from romme_turnier.core.rules.search.table_melds import Step
from romme_turnier.core.rules.system.cards import JOKER, Card

Open = tuple[OpenRuns, OpenRuns, OpenRuns, OpenRuns]
Together = tuple[Choice, Choice, Choice, Choice]
Sets = tuple[tuple[int, ...], ...]
Way = tuple[int, Open, int, Step]
"""The points still to come, the runs open afterwards, the jokers then free, and the step taken."""


class TooManyWaysError(Exception):
    """Raised if the search reaches its limit of positions."""


class TableSearch:
    """Searches for the best way to lay ``table`` with cards of ``hand``; the circle of ranks is cut before ``cut``.

    With ``every_joker``, all jokers of the table must be laid, and jokers of the hand add their points; otherwise
    jokers may be left over. Raises TooManyWaysError after ``most`` positions.
    """

    def __init__(
        self,
        table: Sequence[Card],
        hand: Sequence[Card],
        rules: SearchRules,
        cut: int | None,
        *,
        every_joker: bool,
        most: int | None = None,
    ) -> None:
        self._most = most
        on_table = [table.count(card) for card in range(53)]
        in_hand = [hand.count(card) for card in range(53)]
        self._there = [a + b for a, b in zip(on_table, in_hand, strict=True)]
        self._jokers = self._there[JOKER]
        self._every_joker = every_joker
        self._jokers_in_hand = in_hand[JOKER]
        values = [rules.left(card) for card in range(53)]
        self._joker_value = values[JOKER]
        self._cut = cut if cut is not None else min(range(13), key=self._neighbours)
        self._sets = [self._sets_of(rank) for rank in range(13)]
        self._suits = [
            suit_alone(
                tuple(self._there[first : first + 13]),
                tuple(on_table[first : first + 13]),
                tuple(values[first : first + 13]),
                tuple(tuple(sorted({counts[suit] for counts, _, _ in sets})) for sets in self._sets),
                self._cut,
            )
            for suit, first in enumerate(range(0, JOKER, 13))
        ]
        self._known: dict[tuple[Open, int, Open, int], Way | None] = {}
        # The points of the hand still to come after each number of ranks: no branch can add more.
        self._most_after = [in_hand[JOKER] * values[JOKER] if every_joker else 0]
        for place in reversed(range(13)):
            of_rank = range((self._cut + place) % 13, JOKER, 13)
            here = sum(in_hand[card] * values[card] for card in of_rank)
            self._most_after.insert(0, self._most_after[0] + here)

    def _neighbours(self, rank: int) -> int:
        """Estimates in how many ways runs can cross a cut before ``rank``, from the neighbouring cards of each suit."""
        before = (rank - 1) % 13
        return prod(1 + self._there[first + before] * self._there[first + rank] for first in range(0, JOKER, 13))

    def _sets_of(self, rank: int) -> list[tuple[Counts, int, Sets]]:
        """Returns every way to divide a rank into sets: the cards used by suit, the number of jokers, the sets."""
        a, b, c, d = (range(self._there[card], -1, -1) for card in range(rank, JOKER, 13))
        return [
            (counts, jokers, partitions[jokers])
            for counts in product(a, b, c, d)
            if (partitions := set_partitions(counts))
            for jokers in (sorted(partitions) if self._every_joker else [min(partitions)])
            if jokers <= self._jokers
        ]

    def best_steps(self) -> list[Step] | None:
        """Returns the steps with the most points, rank by rank starting at the cut; None if there are none."""
        best, best_crossing, best_free = -1, None, 0
        crossings: list[Open] = []  # sorted by the number of jokers that the suits need
        for free in range(self._jokers + 1):
            crossings += self._crossings(free)
            if self._every_joker and free < self._jokers:
                continue
            for crossing in crossings:
                points = self._most_from(crossing, 0, crossing, free)
                if points is not None and points > best:
                    best, best_crossing, best_free = points, crossing, free
                    if best == self._most_after[0]:
                        return self._steps(crossing, free)
        return self._steps(best_crossing, best_free) if best_crossing else None

    def _crossings(self, jokers: int) -> Iterator[Open]:
        """Yields the runs that may cross the cut if the suits, taken separately, need ``jokers`` jokers in all."""
        for a, b, c in product(range(jokers + 1), repeat=3):
            if a + b + c <= jokers:
                needing = (a, b, c, jokers - a - b - c)
                first, second, third, fourth = (suit.crossings(n) for suit, n in zip(self._suits, needing, strict=True))
                yield from product(first, second, third, fourth)

    def _most_from(self, crossing: Open, place: int, runs: Open, free: int) -> int | None:
        """Returns the most points that the ranks still to come can add; None if they cannot be laid."""
        if place == 13:
            if not self._every_joker:
                return 0
            laid_from_hand = self._jokers_in_hand - free
            return laid_from_hand * self._joker_value if laid_from_hand >= 0 else None
        key = (crossing, place, runs, free)
        if key not in self._known:
            if self._most is not None and len(self._known) >= self._most:
                raise TooManyWaysError
            self._known[key] = self._best_way(crossing, place, runs, free)
        way = self._known[key]
        return way[0] if way else None

    def _best_way(self, crossing: Open, place: int, runs: Open, free: int) -> Way | None:
        best: Way | None = None
        for gained, _, spent, together, sets in self._moves(crossing, place, runs, free):
            if best and gained + self._most_after[place + 1] <= best[0]:
                break
            a, b, c, d = together
            after = (a.runs, b.runs, c.runs, d.runs)
            further = self._most_from(crossing, place + 1, after, free - spent)
            if further is not None and (best is None or gained + further > best[0]):
                to_runs = (a.to_runs, b.to_runs, c.to_runs, d.to_runs)
                jokers = (a.jokers, b.jokers, c.jokers, d.jokers)
                step = Step((self._cut + place) % 13, after, to_runs, jokers, sets)
                best = gained + further, after, free - spent, step
        return best

    def _moves(self, crossing: Open, place: int, runs: Open, free: int) -> list[tuple[int, int, int, Together, Sets]]:
        """Returns the moves at ``place``, sorted by most points, then by fewest jokers needed from there to the end."""
        a_s, b_s, c_s, d_s = (
            suit.ways(crosses, place, open_runs, free)
            for suit, crosses, open_runs in zip(self._suits, crossing, runs, strict=True)
        )
        moves = []
        for (in_a, in_b, in_c, in_d), in_sets, sets in self._sets[(self._cut + place) % 13]:
            for needs_a, a in a_s.get(in_a, ()):
                for needs_b, b in b_s.get(in_b, ()):
                    if in_sets + needs_a + needs_b > free:
                        continue
                    for needs_c, c in c_s.get(in_c, ()):
                        for needs_d, d in d_s.get(in_d, ()):
                            needed = in_sets + needs_a + needs_b + needs_c + needs_d
                            if needed <= free:
                                spent = in_sets + a.jokers + b.jokers + c.jokers + d.jokers
                                points = a.points + b.points + c.points + d.points
                                moves.append((points, needed, spent, (a, b, c, d), sets))
        return sorted(moves, key=lambda move: (-move[0], move[1]))

    def _steps(self, crossing: Open, free: int) -> list[Step]:
        steps = [Step(-1, crossing, (0, 0, 0, 0), (0, 0, 0, 0), ())]
        runs = crossing
        for place in range(13):
            way = self._known[crossing, place, runs, free]
            assert way is not None  # noqa: S101 - the way was found
            _, runs, free, step = way
            steps.append(step)
        return steps
