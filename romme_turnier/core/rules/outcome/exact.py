"""Can these hands come out of one pack together? Exact, over card values only.

The points of a hand depend on the number of its cards of each value, not on their suits. So a pack is a short list of
values with their number of cards, and the question is: is there, for each hand, a number of cards of each value, so
that the values add up to its points, the number of its cards is an allowed one, and no value is used more often than
the pack holds it? Equal cards are interchangeable: every such division can be dealt. If cards are known to be elsewhere
(``Supply.outside``: the cards laid down by the finisher), the hands together count no more than the rest of the pack;
that is a bound, everything else is exact.

Why the answer is exact: the search visits the values from the highest down, and for each value it tries every way of
giving its cards to the hands, or leaves it out because one of two bounds proves that it leads nowhere:

- one hand: ``_Tables.reach`` knows every sum that this many of the remaining cards can make (computed once per
  pack, as bits of a number), so a hand that could not be completed even with all of them is detected;
- several hands: together they cannot count more than the highest remaining cards, nor less than the lowest.

Failed positions are remembered; hands in the same position are not distinguished. A successful division is a proof that
the row is possible, a search that ends without one is a proof that it is not. The search never guesses after a number
of steps.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, combinations, repeat

_ALL_GROUPS_UP_TO = 4  # hands; of more, only the highest and the lowest are checked against the pack together


@dataclass(frozen=True, slots=True)
class Supply:
    """The number of cards of each value: ``((20, 6), (11, 8), (10, 32), …)``, the highest value first.

    ``jokers`` and ``aces`` are the numbers of these cards, used in the reason of a violation. ``outside``: at least
    this many cards are in none of the hands.
    """

    cards: tuple[tuple[int, int], ...]
    jokers: int = 0
    aces: int = 0
    outside: int = 0

    @property
    def top_is_joker(self) -> bool:
        """Whether the cards of the highest value are the jokers and no others."""
        return 0 < self.jokers == self.cards[0][1]

    @property
    def size(self) -> int:
        return sum(number for _, number in self.cards)

    @property
    def points(self) -> int:
        """The most points of all hands together: everything except the lowest cards, as many as are outside."""
        total, outside = 0, self.outside
        for value, number in reversed(self.cards):
            total += value * max(0, number - outside)
            outside = max(0, outside - number)
        return total


def supply_of(packs: int, *, jokers: int, joker: int, ace: int, outside: int = 0) -> Supply:
    """Returns the supply of this many packs of 52 and jokers; ``joker`` and ``ace`` are their points in the hand."""
    numbers = Counter(dict.fromkeys(range(2, 10), 4 * packs))
    numbers[10] = 16 * packs  # 10 J Q K
    numbers[ace] += 4 * packs
    numbers[joker] += jokers
    cards = sorted(((value, number) for value, number in numbers.items() if number), reverse=True)
    return Supply(tuple(cards), jokers=jokers, aces=4 * packs, outside=outside)


@lru_cache(maxsize=128)
def any_size(cards: int) -> frozenset[int]:
    """Returns the sizes of a hand that may have any number of the cards."""
    return frozenset(range(1, cards + 1))


def enriched(supply: Supply, *, high: bool) -> Supply:
    """Returns the supply with plenty of cards above ten, or below: would the hands be possible then?"""
    cards = tuple(
        (value, number + 40 if (value > 10) is high and value != 10 else number) for value, number in supply.cards
    )
    return replace(supply, cards=cards)


@lru_cache(maxsize=128)
def hand_sums(supply: Supply, sizes: frozenset[int]) -> frozenset[int]:
    """Returns every possible count of one hand of an allowed size."""
    bits = _tables(supply.cards, sizes).open(0, 0)
    return frozenset(points for points in range(min(bits.bit_length(), supply.points + 1)) if bits >> points & 1)


def possible_together(supply: Supply, sizes: frozenset[int], points: Sequence[int]) -> bool:
    """Returns whether hands of allowed ``sizes`` that count ``points`` can be dealt from ``supply`` together."""
    return _possible(supply, sizes, tuple(sorted(points, reverse=True)))


def least_that_clash(supply: Supply, sizes: frozenset[int], points: Sequence[int]) -> tuple[int, ...]:
    """Returns some hands, of those not possible together, that are still impossible and all needed for that."""
    clash = sorted(points, reverse=True)
    for hand in sorted(points):
        others = list(clash)
        others.remove(hand)
        if not possible_together(supply, sizes, others):
            clash = others
    return tuple(clash)


def least_jokers(supply: Supply, sizes: frozenset[int], points: int) -> int:
    """Returns the fewest cards of the highest value that one hand with these points must hold."""
    value, number = supply.cards[0]
    tables = _tables(supply.cards, sizes)
    return next(taken for taken in range(number + 1) if tables.open(1, taken) >> max(points - value * taken, 0) & 1)


def forget_answers() -> None:
    """Clears the caches, for benchmarks."""
    _possible.cache_clear()


@lru_cache(maxsize=4096)
def _possible(supply: Supply, sizes: frozenset[int], points: tuple[int, ...]) -> bool:
    if sum(points) > supply.points:
        return False
    tables = _tables(supply.cards, sizes)
    if not all(tables.open(0, 0) >> hand & 1 for hand in points):
        return False
    return _Search(tables).place(0, tuple((hand, 0) for hand in points))


_Hand = tuple[int, int]  # points still to be made, cards held
_Need = tuple[int, int, int]  # points still to be made, the fewest and the most cards that can make them


class _Tables:
    """Facts about a pack and sizes of hands. "From k up": the cards of the k-th highest value and all lower ones."""

    def __init__(self, cards: tuple[tuple[int, int], ...], sizes: frozenset[int]) -> None:
        self.values = [value for value, _ in cards]
        self.numbers = [number for _, number in cards]
        self.sizes = frozenset(size for size in sizes if 0 < size <= sum(self.numbers))
        self.largest = max(self.sizes, default=0)
        # If any number of cards will do, the number already in a hand makes no difference.
        self.any_size = len(self.sizes) == sum(self.numbers)
        self.reach = self._reach()
        descending = [list(chain.from_iterable(repeat(v, n) for v, n in cards[k:])) for k in range(len(cards))]
        # By k: the possible counts of any number of cards from k up, as bits.
        self.sums = self._sums()
        # By k and number of cards: the counts of the highest and the lowest cards from k up.
        self.most = [[0, *accumulate(values)] for values in descending] + [[0]]
        self.fewest = [[0, *accumulate(reversed(values))] for values in descending] + [[0]]
        self.open = lru_cache(maxsize=None)(self._open)
        self.cards_left = lru_cache(maxsize=2**15)(self._cards_left)
        self.shares = lru_cache(maxsize=2**15)(self._shares)

    def _reach(self) -> list[list[int]]:
        """Returns, by k and number of cards, the sums that exactly this many cards from k up can make, as bits."""
        reach = [[1] + [0] * self.largest]
        for value, number in zip(reversed(self.values), reversed(self.numbers), strict=True):
            lower = reach[0]
            sums = [0] * (self.largest + 1)
            for size in range(self.largest + 1):
                for taken in range(min(number, size) + 1):
                    sums[size] |= lower[size - taken] << value * taken
            reach.insert(0, sums)
        return reach

    def _sums(self) -> list[int]:
        sums = [1]
        for value, number in zip(reversed(self.values), reversed(self.numbers), strict=True):
            bits = sums[0]
            for _ in range(number):
                bits |= bits << value
            sums.insert(0, bits)
        return sums

    def _open(self, k: int, held: int) -> int:
        """Returns the sums that complete a hand which holds this many cards already, with cards from k up, as bits."""
        bits = 0
        for left in self._sizes_left(held):
            bits |= self.reach[k][left]
        return bits

    def _sizes_left(self, held: int) -> Iterator[int]:
        if self.any_size:
            return iter(range(1 - held, self.largest + 1))
        return (size - held for size in self.sizes if size >= held)

    def _cards_left(self, k: int, hand: _Hand) -> tuple[int, int]:
        """Returns the fewest and the most cards from k up that can complete the hand."""
        points, held = hand
        fitting = [left for left in self._sizes_left(held) if self.reach[k][left] >> points & 1]
        return min(fitting), max(fitting)

    def _shares(self, k: int, hand: _Hand) -> tuple[tuple[int, _Hand], ...]:
        """Returns how many cards of the k-th value the hand can take, with the points then left; the likeliest first.

        Likeliest are choices that leave cards of a middling value to find; then, choices that finish with few cards.
        """
        points, held = hand
        value = self.values[k]
        shares = []
        for taken in range(min(self.numbers[k], points // value, self.largest - (0 if self.any_size else held)) + 1):
            rest = points - value * taken
            cards = min(held + taken, 1) if self.any_size else held + taken
            if self.open(k + 1, cards) >> rest & 1:
                shares.append((self._strain(k + 1, (rest, cards)), -taken, (taken, (rest, cards))))
        return tuple(share for _, _, share in sorted(shares))

    def _strain(self, k: int, hand: _Hand) -> float:
        """Returns how far the cards that complete the hand from k up are from a middling value: 0 is best."""
        points = hand[0]
        if k == len(self.values):
            return 0.0
        middle = (self.values[k] + self.values[-1]) / 2
        fewest, most = self.cards_left(k, hand)
        return max(0.0, points - middle * most, middle * fewest - points)


_tables = lru_cache(maxsize=128)(_Tables)


class _Search:
    """One question: the positions known to fail, and the way through all others."""

    def __init__(self, tables: _Tables) -> None:
        self.tables = tables
        self.failed: set[tuple[int, tuple[_Hand, ...]]] = set()

    def place(self, k: int, hands: tuple[_Hand, ...]) -> bool:
        """Returns whether the hands can be completed together with cards from k up; each of them can separately."""
        hands = tuple(sorted((hand for hand in hands if hand[0]), reverse=True))
        if not hands:
            return True
        if (k, hands) in self.failed:
            return False
        if self._fits_together(k, hands) and self._share_out(k, hands, self.tables.numbers[k], ()):
            return True
        self.failed.add((k, hands))
        return False

    def _share_out(self, k: int, hands: tuple[_Hand, ...], left: int, done: tuple[tuple[int, _Hand], ...]) -> bool:
        """Gives the cards of the k-th value that are left to the hands that are not complete yet."""
        if len(done) == len(hands):
            return self.place(k + 1, tuple(hand for _, hand in done))
        hand = hands[len(done)]
        # Two hands in the same position: the first takes no fewer than the second.
        most = min(left, done[-1][0]) if done and hands[len(done) - 1] == hand else left
        return any(
            self._share_out(k, hands, left - share[0], (*done, share))
            for share in self.tables.shares(k, hand)
            if share[0] <= most
        )

    def _fits_together(self, k: int, hands: tuple[_Hand, ...]) -> bool:
        """Returns whether no group of hands counts more than the highest cards from k up, or less than the lowest."""
        if not self.tables.sums[k] >> sum(points for points, _ in hands) & 1:
            return False
        needs = [(hand[0], *self.tables.cards_left(k, hand)) for hand in hands]
        highest, lowest = self.tables.most[k], self.tables.fewest[k]
        cards = len(highest) - 1
        for group in _groups(needs):
            points = sum(need[0] for need in group)
            fewest = sum(need[1] for need in group)
            most = min(sum(need[2] for need in group), cards)
            if fewest > cards or not lowest[fewest] <= points <= highest[most]:
                return False
        return True


def _groups(needs: Sequence[_Need]) -> Iterator[Sequence[_Need]]:
    """Yields every group of a few hands; of many hands, those with the widest reach up and down, which fail first."""
    if len(needs) <= _ALL_GROUPS_UP_TO:
        for size in range(1, len(needs) + 1):
            yield from combinations(needs, size)
    else:
        for size in range(1, len(needs) + 1):
            yield needs[:size]
            yield needs[-size:]
