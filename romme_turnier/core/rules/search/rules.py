"""The part of a rule system that the two exact searches need; ``search_rules`` extracts it."""

from dataclasses import dataclass

from romme_turnier.core.rules.system.cards import ACE, JOKER, Card


@dataclass(frozen=True, slots=True)
class SearchRules:
    """The shape of melds, the pack, and the points of cards left in the hand.

    ``set_jokers`` and ``run_jokers`` are the most jokers of one meld, which always has at least one natural card.
    ``suits_differ``: no suit twice in a set. ``around``: a run continues from the king over the ace to the two.
    ``jokers_apart``: in a run never two side by side, never more than natural cards (§ 4.4.1). ``decks`` and ``jokers``
    are the pack. ``clause`` is the place in the source that defines the pack.
    """

    run_min: int = 3
    run_max: int = 13
    set_max: int = 4
    set_jokers: int = 1
    run_jokers: int = 13
    suits_differ: bool = True
    around: bool = True
    jokers_apart: bool = False
    decks: int = 2
    jokers: int = 6
    ace_left: int = 11
    joker_left: int = 20
    clause: str = ""

    def left(self, card: Card) -> int:
        """Returns what one card left in the hand counts."""
        if card == JOKER:
            return self.joker_left
        rank = card % 13
        return self.ace_left if rank == ACE else min(rank + 2, 10)
