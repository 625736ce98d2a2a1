"""Adding the spare jokers of a table to its existing melds (at most one joker to a meld)."""

from collections.abc import Sequence

from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of

Meld = tuple[Card, ...]


def with_spare_jokers(melds: Sequence[Meld], spare: int) -> tuple[Meld, ...] | None:
    """Returns the melds with this many more jokers; None if these cannot be added without moving other cards."""
    laid = list(melds)
    for _ in range(spare):
        taken = next(((place, others) for place, meld in enumerate(laid) if (others := _with_joker(meld))), None)
        if taken is None:
            return None
        place, others = taken
        laid[place : place + 1] = others
    return tuple(sorted(laid))


def _with_joker(meld: Meld) -> list[Meld]:
    """Returns the meld with one more joker, or the two melds it then becomes; empty if it cannot take one."""
    if JOKER not in meld and len(meld) < (13 if _is_run(meld) else 4):
        return [(*meld, JOKER)]
    if _is_run(meld) and len(meld) >= 5 and JOKER not in meld[:2]:
        return [(*meld[:2], JOKER), meld[2:]]
    return []


def _is_run(meld: Meld) -> bool:
    ranks = {rank_of(card) for card in meld if card != JOKER}
    return len(ranks) > 1
