"""Checks whether points can have been noted in one game of Treppenrommé, where laid cards count, not cards left.

Each card is laid at most once and counts for the player who lays it. When a player goes out, the others' cards count
for that player, twice for a Rommé-Hand. For the whole pack this gives:

- the most points: everything may be laid or held, except that without a finisher each player holds a card and one is on
  the staircase. After a Rommé-Hand, the cards that the others hold give the most points, because they count twice; the
  finisher's melds, as many cards as were dealt, count once;
- the finisher's fewest points: the cards dealt, laid for the fewest points, and a card in each other hand;
- the possible sums: each card has a fixed value, except for aces, which have one of four values, depending on their
  place. ``exact`` checks the sums for all values of the four aces; each player's points stand for a hand of any size.

All these conditions are necessary, so a possible row is never refused. Few points are judged exactly, by the melds that
they need, in ``small_scores``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from romme_turnier.core.rules.outcome.exact import Supply, any_size, possible_together
from romme_turnier.core.rules.outcome.small_scores import Deck, GoneOut, can_be_noted
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

# Up to this many points in a row, by number of players with points, every table is tried; above, there are no gaps.
_GAPS_UP_TO = (0, 13, 23, 33, 44)
_GAPS_WITH_FINISHER_UP_TO = 43


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """One reported game: the arguments of ``check.check_outcome``."""

    rules: RuleSet
    finisher: int | None
    rummy_hand: bool
    points: tuple[int | None, ...]
    game: int | None
    round_number: int | None
    vacant: frozenset[int]
    options_known: bool

    @property
    def by_seat(self) -> dict[int, int]:
        """The entries by seat, without missing entries and vacant seats."""
        return {
            seat: points
            for seat, points in enumerate(self.points, start=1)
            if points is not None and seat not in self.vacant
        }

    def violation(self, code: str, **params: int | str) -> Violation:
        return Violation(code, self.rules.clause(code), {"game": self.game, **params})


def check_noted(row: ReportedRow) -> tuple[Violation, ...]:
    """Returns the violations of the finisher's points or, if there are none, of all points together."""
    return tuple(_check_finisher(row)) or tuple(_check_together(row))


def _check_finisher(row: ReportedRow) -> Iterator[Violation]:
    """Yields a violation if the finisher has less than the lowest possible score.

    After a Rommé-Hand, also yields one if the finisher has more points than the others' points allow.
    """
    noted = row.by_seat
    if row.finisher is None or row.finisher not in noted:
        return
    points = noted[row.finisher]
    least = _least_of_finisher(row)
    if points < least:
        yield row.violation("points_too_low", seat=row.finisher, points=points, least=least)
    if row.rummy_hand:
        factor = row.rules.play.stroke_factor
        cards = _worths(row.rules)
        most = factor * (sum(cards) - sum(noted.values()) + points) - (factor - 1) * sum(cards[: row.rules.play.dealt])
        if points > most >= least:  # if the maximum is below the minimum, the others' points are impossible
            yield row.violation("points_too_high", seat=row.finisher, points=points, most=most)


def _least_of_finisher(row: ReportedRow) -> int:
    """Returns the lowest possible score of the finisher.

    This is the sum of the dealt cards, laid for the fewest points, and of the lowest cards in the other hands. The
    latter are multiplied after a Rommé-Hand.
    """
    values, dealt = row.rules.values, row.rules.play.dealt
    others = len(row.points) - len(row.vacant | {row.finisher})
    factor = row.rules.play.stroke_factor if row.rummy_hand else 1
    held = [worth for worth in _worths(row.rules) if worth < values.hand_ace]
    laid = sorted([min(values.low_ace, values.set_ace)] * 4 + held[others:])[:dealt]
    return factor * sum(held[:others]) + sum(laid)


def _check_together(row: ReportedRow) -> Iterator[Violation]:
    noted, factor = row.by_seat, 1
    if row.rummy_hand and row.finisher is not None:
        # The others' points count unchanged: all of them were laid before the Rommé-Hand.
        outside = row.rules.play.dealt + len(row.points) - len(row.vacant | {row.finisher})
        noted.pop(row.finisher, None)
    elif row.finisher is not None:
        outside = 0
    elif row.rummy_hand:
        outside, factor = 0, row.rules.play.stroke_factor
    else:
        outside = len(noted) + 1
    supplies = _supplies(row.rules, outside, held=row.finisher is not None and not row.rummy_hand)
    most, points = factor * supplies[0].points, tuple(filter(None, noted.values()))
    if sum(points) > most:
        yield row.violation("points_beyond_pack", points=sum(points), most=most)
        return
    if factor > 1:
        return
    if not any(possible_together(supply, any_size(supply.size), points) for supply in supplies):
        yield row.violation("no_such_melds", noted=" ".join(map(str, points)), short="cards")
    elif not row.vacant and None not in row.points and not _few_points_possible(row, points):
        every = filter(None, row.by_seat.values())
        yield row.violation("no_such_melds", noted=" ".join(map(str, every)), short="melds")


def _few_points_possible(row: ReportedRow, points: tuple[int, ...]) -> bool:
    """Returns whether melds can give these points; exact for few points, always true for many."""
    gaps_up_to = _GAPS_UP_TO[min(len(points), len(_GAPS_UP_TO) - 1)]
    by_themselves = row.finisher is None or row.rummy_hand
    if by_themselves and sum(points) <= gaps_up_to and not _possible(row.rules, tuple(sorted(points)), None):
        return False
    every = [entry or 0 for entry in row.points]
    if row.finisher is None or sum(every) > _GAPS_WITH_FINISHER_UP_TO:
        return True
    first = every.pop(row.finisher - 1)
    factor = row.rules.play.stroke_factor if row.rummy_hand else 1
    out = GoneOut(row.rules.play.dealt, len(every), row.rummy_hand, factor)
    return _possible(row.rules, (first, *sorted(every)), out)


@lru_cache(maxsize=4096)
def _possible(rules: RuleSet, points: tuple[int, ...], gone_out: GoneOut | None) -> bool:
    return can_be_noted(Deck(values=rules.values), points, gone_out)


@lru_cache(maxsize=8)
def _worths(rules: RuleSet) -> tuple[int, ...]:
    """Returns the points of each card of the pack in a hand, lowest first."""
    deck = Deck(values=rules.values)
    return tuple(sorted(deck.worth(rank) for rank in range(deck.ranks) for _ in range(deck.suits)))


@lru_cache(maxsize=16)
def _supplies(rules: RuleSet, outside: int, *, held: bool) -> tuple[Supply, ...]:
    """Returns the pack for each choice of the aces' values, most points first; if ``held``, aces may be in hands."""
    values = rules.values
    places = sorted({values.set_ace, values.top_ace, values.middle_ace, values.low_ace}, reverse=True)
    others = Counter(worth for worth in _worths(rules) if worth != values.hand_ace)
    supplies = []
    for aces in combinations_with_replacement(places, 4):
        if held or aces.count(values.set_ace) not in {1, 2}:
            cards = others + Counter(aces)
            supplies.append(Supply(tuple(sorted(cards.items(), reverse=True)), aces=4, outside=outside))
    return tuple(sorted(supplies, key=lambda supply: supply.points, reverse=True))
