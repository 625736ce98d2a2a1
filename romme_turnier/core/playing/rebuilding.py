"""Rearranges a table card by card: melds are taken apart and recombined, and one command executes the result.

The table does not change until then. A ``Rebuilding`` is a temporary layout of the cards, and its command is judged as
if it had been typed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from romme_turnier.core.playing.commands.command import Command, Meld
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import RuleSet, judge_meld
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.all_melds import valued_melds
from romme_turnier.core.rules.system.cards import JOKER, NAMED, Card, card as card_of, named_joker, rank_of, unnamed
from romme_turnier.core.rules.system.ruleset import SetJoker
from romme_turnier.core.violations import Violation

HAND = 0  # the place number of the hand
_LONGEST = 14  # cards; no meld has more
_OF_ORDER = "order_unclear"


class OtherTableError(ValueError):
    """Raised if the groups do not consist of the cards of this table and this hand."""


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """A temporary layout of the table."""

    rules: RuleSet
    on_table: Mapping[int, Meld]  # the melds of the game by number
    held: Meld  # the hand in the game, in any order
    groups: Mapping[int, Meld]  # of the layout by number, none empty; a new group has a number that no meld has

    @property
    def added(self) -> Meld:
        """The cards from the hand that are in groups."""
        return tuple(sorted((_counted(self.groups) - _counted(self.on_table)).elements()))

    @property
    def hand(self) -> Meld:
        return without(self.held, self.added)

    @property
    def changed(self) -> bool:
        return dict(self.groups) != dict(self.on_table)

    @property
    def next_number(self) -> int:
        """The number for a new group."""
        return max(chain(self.on_table, self.groups), default=0) + 1

    def moved(self, cards: Sequence[tuple[int, Card]], to: int) -> "Rebuilding":
        """Returns the layout with ``cards``, given as place numbers and cards, moved to another group or the hand.

        The groups that change are arranged as melds if they can be.

        Raises OtherTableError for a card that is not at the given place, and for a card of the table moved to the hand.
        """
        groups = {number: list(meld) for number, meld in self.groups.items()}
        hand = list(self.hand)
        for place, card in cards:
            try:
                (hand if place == HAND else groups[place]).remove(card)
            except (KeyError, ValueError):
                raise OtherTableError from None
        if to != HAND:
            groups.setdefault(to, []).extend(unnamed(card) for _place, card in cards)
        touched = {to, *(place for place, _card in cards)}
        now = {
            number: self._arranged(number, meld) if number in touched else tuple(meld)
            for number, meld in sorted(groups.items())
            if meld
        }
        return self._with_groups(now)

    def read_as(self, number: int, meld: Meld) -> "Rebuilding":
        """Returns the layout with a group's jokers named as in ``meld``. Raises OtherTableError for other cards."""
        return self._with_groups({**self.groups, number: meld})

    def faults(self) -> Iterator[Violation]:
        """Yields the faults of groups that are not melds; each fault's parameter ``meld`` is the group's number."""
        for number, cards in self.groups.items():
            violations = judge_meld(cards, self.rules).violations
            # The player has not chosen the order of the cards.
            shown = [violation for violation in violations if violation.code != _OF_ORDER] or violations
            yield from (replace(violation, params={**violation.params, "meld": number}) for violation in shown)

    def command(self) -> Command:
        """Returns the command for this layout. It names only the changed melds, but always at least one."""
        torn = [number for number, meld in self.on_table.items() if self.groups.get(number) != meld] or [
            *self.on_table
        ][:1]
        new = (meld for number, meld in self.groups.items() if number in torn or number not in self.on_table)
        return Command(Word.REBUILD, cards=self.added, melds=tuple(torn), groups=tuple(new))

    def _arranged(self, number: int, cards: Sequence[Card]) -> Meld:
        """Returns the original meld of these cards, another meld of them or, if they form none, the cards by rank."""
        together = sorted(map(unnamed, cards))
        if together == sorted(map(unnamed, self.on_table.get(number, ()))):
            return self.on_table[number]
        melds = readings(cards, self.rules)
        return (
            melds[0] if melds else tuple(sorted(together, key=lambda card: JOKER if card >= JOKER else rank_of(card)))
        )

    def _with_groups(self, groups: Mapping[int, Meld]) -> "Rebuilding":
        before, after = _counted(self.on_table), _counted(groups)
        if before - after or (after - before) - Counter(self.held):
            raise OtherTableError
        return replace(self, groups=groups)


def begun(view: SeatView) -> Rebuilding:
    """Returns the initial layout, equal to the current table, for the seat whose turn it is."""
    position = view.position
    numbers = (int(name.removeprefix("m")) for name in view.moment.names)
    on_table = {number: meld.cards for number, meld in zip(numbers, position.table, strict=True)}
    return Rebuilding(position.rules, on_table, view.hand, on_table)


def resumed(view: SeatView, groups: Mapping[int, Meld]) -> Rebuilding:
    """Returns the layout with the stored groups. Raises OtherTableError if the game's cards have changed since."""
    return begun(view)._with_groups(groups)


def readings(cards: Sequence[Card], rules: RuleSet) -> tuple[Meld, ...]:
    """Returns every meld that consists of all the cards.

    Melds that keep all named jokers come first, then melds with more points.
    """
    named = {card for card in cards if card >= NAMED}
    held = tuple(map(unnamed, cards))
    if len(held) > _LONGEST:
        return ()
    melds = {
        meld: points
        for plain, points in valued_melds(held, rules)
        if len(plain) == len(held)
        for meld in _with_names(judge_meld(plain, rules).cards, rules)
    }
    return tuple(sorted(melds, key=lambda meld: (not named <= {*meld}, -melds[meld], JOKER not in meld, meld)))


def _with_names(meld: Meld, rules: RuleSet) -> Iterator[Meld]:
    """Yields the meld and, if the rules name jokers in sets, its variants with a named joker."""
    yield meld
    if meld.count(JOKER) != 1 or rules.melds.set_joker not in {SetJoker.NAMED, SetJoker.NAMED_OR_PLACED}:
        return
    rank = rank_of(next(card for card in meld if card < JOKER))
    for suit in range(4):
        named = tuple(named_joker(card_of(rank, suit)) if card == JOKER else card for card in meld)
        if judge_meld(named, rules).valid:
            yield named


def _counted(melds: Mapping[int, Meld]) -> Counter[Card]:
    return Counter(map(unnamed, chain(*melds.values())))
