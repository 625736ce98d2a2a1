"""A position whose melds have names, as in a record.

Consecutive melds of a seat are one act, because an opening is judged as a whole (§ 6.3); see ``laid_together``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, Card, unnamed

Meld = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position with the names of its melds, in table order."""

    position: Position
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> "Moment":
        """Returns the position as a moment whose melds are named m1, m2, …"""
        return cls(position, tuple(f"m{place}" for place in range(1, len(position.table) + 1)))

    def at(self, name: str) -> int:
        """Returns the place of the meld with this name, from 0; −1 if there is none."""
        return self.names.index(name) if name in self.names else -1

    def new_names(self, count: int) -> tuple[str, ...]:
        """Returns ``count`` names that follow the highest name on the table."""
        highest = max((int(name[1:]) for name in self.names), default=0)
        return tuple(f"m{highest + more}" for more in range(1, count + 1))


def laid_together(acts: Sequence[Act]) -> list[tuple[Act, ...]]:
    """Returns the acts in order, grouping consecutive melds laid by the same seat under the same mark, if any."""
    groups: list[tuple[Act, ...]] = []
    for act in acts:
        before = groups[-1][-1] if groups else None
        if before is not None and act.verb is before.verb is Verb.LAY and _actor(act) == _actor(before):
            groups[-1] = (*groups[-1], act)
        else:
            groups.append((act,))
    return groups


def as_one(acts: Sequence[Act]) -> Act:
    """Returns one act that lays the melds of all ``acts``; a single act is returned unchanged."""
    if len(acts) == 1:
        return acts[0]
    melds, groups = chain(*(act.melds for act in acts)), chain(*(act.groups for act in acts))
    return replace(acts[0], melds=tuple(melds), groups=tuple(groups))


def _actor(act: Act) -> tuple[int, int | None]:
    return act.seat, act.marked


def unseen(position: Position) -> Counter[Card]:
    """Returns the number of copies of each card that are not visible; any hidden card may be one of these.

    A number is negative if more copies are visible than the pack has.
    """
    free = Counter(play.whole_pack(position.rules, len(position.hands)))
    free.subtract(card for card in position.cards if card != HIDDEN)
    return free


def due(position: Position) -> Meld:
    """Returns the cards of the pile that must now become the stock, before a draw or a granted claim."""
    return play.for_new_stock(position, (position.rules.play.claim_cards or 0) if position.asked else 0)


def claimant(position: Position) -> int:
    return play.first_claimant(position, position.asked) or 0


def rebuilt(moment: Moment, act: Act) -> tuple[dict[str, Meld], Meld]:
    """Returns the rebuilt table by meld name (old names are used first), and the cards that come from the hand."""
    table = {name: meld.cards for name, meld in zip(moment.names, moment.position.table, strict=True)}
    more = moment.new_names(max(0, len(act.groups) - len(act.melds)))
    new = dict(zip((*act.melds, *more), act.groups, strict=False))
    whole = {name: new.get(name, cards) for name, cards in table.items() if name in new or name not in act.melds}
    before = Counter(map(unnamed, chain(*(table[name] for name in act.melds))))
    cards = Counter(map(unnamed, chain(*act.groups))) - before
    return whole | new, tuple(sorted(cards.elements()))
