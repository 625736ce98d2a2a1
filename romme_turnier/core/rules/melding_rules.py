"""What the two exact searches need to know of a rule system, and the pack that a question is put about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from romme_turnier.core.rules.cards import ACE, JOKER, RANKS, SUITS, Card
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The shape of melds, the pack, and what is left in the hand counts.

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
        """What one card counts that is left in the hand."""
        if card == JOKER:
            return self.joker_left
        rank = card % 13
        return self.ace_left if rank == ACE else min(rank + 2, 10)


MELD_RULES: Mapping[str, MeldRules] = MappingProxyType(
    {
        "rommeordnung": MeldRules(jokers_apart=True, clause="§ 4.1"),
        "classic": MeldRules(set_jokers=3, around=False, jokers=2, clause="Spielregeln"),
        "rommee": MeldRules(run_jokers=1, clause="Die Karten"),
        "treppenromme": MeldRules(set_jokers=0, run_jokers=0, decks=1, jokers=0, ace_left=15, clause="Die Karten"),
        # The larger pack: of five players and more.
        "contract": MeldRules(
            run_min=4,
            run_max=14,
            set_max=12,
            set_jokers=11,
            suits_differ=False,
            around=False,
            decks=3,
            jokers=2,
            ace_left=15,
            joker_left=15,
            clause="Kontrakte",
        ),
    }
)


def supply_violations(cards: Sequence[Card], rules: MeldRules) -> tuple[Violation, ...]:
    """One ``not_in_deck`` for each card that is there more often than the pack holds it.

    ``params``: ``card`` in the notation of the interface, ``count`` asked for, ``most`` in the pack.
    """
    found = []
    for card, count in sorted(Counter(cards).items()):
        most = rules.jokers if card == JOKER else rules.decks
        if count > most:
            name = "*" if card == JOKER else RANKS[card % 13] + SUITS[card // 13]
            found.append(Violation("not_in_deck", rules.clause, {"card": name, "count": count, "most": most}))
    return tuple(found)
