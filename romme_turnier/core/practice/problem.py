"""A practice problem: its question, its single answer and its solution."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

Melds = tuple[tuple[Card, ...], ...]


class Kind(StrEnum):
    LAY_MOST = "most"  # which cards are laid so that the fewest points are left?
    MAY_OPEN = "open"  # do these cards make an opening?
    REBUILD = "rebuild"  # which card of the hand can be laid by taking melds apart?
    MAY_TAKE = "take"  # may the open card be taken? (§ 7.3)
    MAY_DISCARD = "discard"  # may this card be discarded? (§ 6.9, § 6.10)


class Level(IntEnum):
    EASY = 1
    MEDIUM = 2
    HARD = 3


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem; ``answer`` holds the right cards; for a yes-or-no question it is empty, and ``allowed`` is the answer.

    ``hand`` is the hand shown; ``table`` and ``position`` are given if cards have been laid; ``card`` is the card in
    question. ``solution`` holds the melds of the solution, ``reasons`` every violation.
    """

    kind: Kind
    rules: RuleSet
    level: Level
    hand: tuple[Card, ...]
    answer: tuple[Card, ...] = ()
    allowed: bool | None = None
    table: Melds = ()
    position: Position | None = None
    card: Card | None = None
    solution: Melds = ()
    points: int | None = None
    reasons: tuple[Violation, ...] = ()

    def is_right(self, answer: tuple[Card, ...] | bool) -> bool:
        """Returns whether ``answer`` is right: the cards in any order, or yes or no."""
        if isinstance(answer, bool):
            return answer is self.allowed
        return self.allowed is None and tuple(sorted(answer)) == self.answer
