"""What the two exact searches need to know of a rule system; ``search_rules`` takes it from there."""

from __future__ import annotations

from dataclasses import dataclass

from romme_turnier.core.rules.system.cards import ACE, JOKER, Card


@dataclass(frozen=True, slots=True)
class SearchRules:
    """The shape of melds, the pack, and what cards left in the hand count.

    ``set_jokers`` and ``run_jokers`` are the most jokers of one meld; whatever they say, one card is natural.
    ``suits_differ``: no suit twice in a set. ``around``: a run goes on from the king over the ace to the two.
    ``jokers_apart``: in a run never two side by side, never more than natural cards (§ 4.4.1).
    ``decks`` and ``jokers`` are the pack. ``clause`` is where the source tells what the pack is.
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
