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
    MAY_TAKE = "take"  # may the top discard be taken? (§ 7.3)
    MAY_DISCARD = "discard"  # may this card be discarded? (§ 6.9, § 6.10)


class Level(IntEnum):
    EASY = 1
    MEDIUM = 2
    HARD = 3


@dataclass(frozen=True, slots=True)
class Problem:
    kind: Kind
    rules: RuleSet
    level: Level
    hand: tuple[Card, ...]  # as shown
    answer: tuple[Card, ...] = ()  # the right cards; empty for a yes-or-no question
    allowed: bool | None = None  # the answer to a yes-or-no question
    table: Melds = ()  # if cards have been laid
    position: Position | None = None  # if cards have been laid
    card: Card | None = None  # the card in question
    solution: Melds = ()  # the melds that show why the answer is right
    points: int | None = None
    reasons: tuple[Violation, ...] = ()  # every violation

    def is_right(self, answer: tuple[Card, ...] | bool) -> bool:
        """Returns whether ``answer`` is right: the cards in any order, or yes or no."""
        if isinstance(answer, bool):
            return answer is self.allowed
        return self.allowed is None and tuple(sorted(answer)) == self.answer
