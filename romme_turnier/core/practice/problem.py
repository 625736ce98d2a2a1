"""A problem to practise with: its question, its only answer, and its solution."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

Melds = tuple[tuple[Card, ...], ...]


class Kind(StrEnum):
    """The kind of a question."""

    LAY_MOST = "most"  # which cards of the hand are laid so that the fewest points stay?
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
    """``answer``: the right cards, or for a yes or no question none, and ``allowed`` says which.

    ``hand`` as shown; ``table`` and ``position`` if cards are laid already; ``card``: the one in question.
    ``solution``: the melds that show it; ``reasons``: every violation.
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
        """Returns whether this is the right answer: the cards in any order, or yes and no."""
        if isinstance(answer, bool):
            return answer is self.allowed
        return self.allowed is None and tuple(sorted(answer)) == self.answer
