"""The result of judging adjacent cards."""

from dataclasses import dataclass
from typing import Literal

from romme_turnier.core.rules.system.cards import Card, is_joker, rank_of, stands_for, suit_of
from romme_turnier.core.violations import Violation

Kind = Literal["set", "run"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A meld, or everything that prevents the cards from being one."""

    kind: Kind
    cards: tuple[Card, ...]  # as laid or, if only that makes a run, rising; each joker named if its card is certain
    points: int | None = None  # None if melds do not count or the cards are not a meld
    violations: tuple[Violation, ...] = ()
    values: tuple[int, ...] = ()  # the points of each card
    start: int = 0  # of a run: the place of the lowest card on the scale A 2 3 … K A (0 to 13)
    falling: bool = False  # of a run: laid from the highest card down

    @property
    def valid(self) -> bool:
        return not self.violations

    @property
    def rank(self) -> int:
        """The rank of a set."""
        return next(rank_of(placed) for placed in self.cards if not is_joker(placed))

    @property
    def suit(self) -> int:
        """The suit of a valid run, whose jokers are all named."""
        return suit_of(stands_for(self.cards[0]) or 0)
