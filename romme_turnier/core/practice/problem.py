"""A problem to practise with: what is asked, its only answer, and how it is solved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

Melds = tuple[tuple[Card, ...], ...]


class Kind(StrEnum):
    """What is asked."""

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
    """``answer``: the cards that are meant, or for a yes or no question none, and ``allowed`` says which.

    ``hand`` as it is shown; ``table`` and ``position`` where cards lie already; ``card``: the one that is asked about.
    ``solution``: the melds that show it; ``reasons``: everything that forbids it.
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
        """Whether somebody has found it: the cards in any order, or yes and no."""
        if isinstance(answer, bool):
            return answer is self.allowed
        return self.allowed is None and tuple(sorted(answer)) == self.answer
