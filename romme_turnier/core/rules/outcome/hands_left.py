"""Gives the hands that losers can hold at the end of a game: their possible cards and sizes.

The sizes are exact if the source fixes the number of cards (see ``_sizes``). If players can gain cards without limit
(knocking in Rommee, claims in Contract Rummy, taking several cards of the pile in the classic game), a hand may have
any size; then only the pack, without the cards that the finisher must have put down, limits the hands.

If the agreed options are unknown, as in a list, each is considered possible (``options_known=False``), and a row is
refused only if it is impossible under all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from romme_turnier.core.rules.outcome.exact import Supply, any_size, supply_of
from romme_turnier.core.rules.system.ruleset import Change, Pack, RuleSet

# Fields of `PlayRules` that change the number of cards that a loser can hold.
_HAND_SIZE_FIELDS = frozenset({"knocking", "take_many", "without_laying_out", "minimum", "dealt"})


@dataclass(frozen=True, slots=True)
class HandsLeft:
    """One way to play: the supply of cards, and the sizes that a loser's hand can have."""

    supply: Supply
    sizes: frozenset[int]


def hands_left(
    rules: RuleSet, *, players: int, handromme: bool, options_known: bool, round_number: int | None = None
) -> tuple[HandsLeft, ...]:
    """Returns the losers' possible hands, for each way in which the game may have been played.

    ``rules`` include the agreed options if ``options_known``. ``round_number`` chooses the contract; None or an unknown
    number means any round.
    """
    if not 1 <= (round_number or 0) <= len(rules.play.contracts):
        round_number = None
    return _hands_left(rules, players, handromme, options_known, round_number)


def losers_may_hold_nothing(rules: RuleSet, *, options_known: bool) -> bool:
    """Returns whether losers can also get rid of all cards, in the round after an announcement (``classic``)."""
    changes = () if options_known else tuple(_changes(rules))
    return rules.play.without_laying_out is not None or any(each.name == "without_laying_out" for each in changes)


def sizes_announced(rules: RuleSet) -> frozenset[int]:
    """Returns the possible hand sizes of a player who announces: the cards dealt, less any melds of three or more.

    If several cards of the pile may be taken, larger hands are possible.
    """
    dealt = rules.play.dealt
    most = rules.pack().packs * 52 if rules.play.take_many else dealt
    return frozenset({dealt, *range(1, most - 2)})


@lru_cache(maxsize=256)
def _hands_left(
    rules: RuleSet, players: int, handromme: bool, options_known: bool, round_number: int | None
) -> tuple[HandsLeft, ...]:
    changes = () if options_known else tuple(_changes(rules))
    size_unknown = any(change.part == "play" and change.name in _HAND_SIZE_FIELDS for change in changes)
    hands = []
    for supply in _supplies(rules, players, changes, _put_down(rules, changes, round_number)):
        sizes = any_size(supply.size) if size_unknown else _sizes(rules, handromme, supply)
        hands.append(HandsLeft(supply, sizes))
    return tuple(hands)


def _put_down(rules: RuleSet, changes: tuple[Change, ...], round_number: int | None) -> int:
    """Returns the fewest cards that the finisher can have put on the table and the pile during the game.

    These are the cards dealt and the one drawn in the last turn: each earlier turn adds one card and removes one, and
    claims and knocking only add cards. If a game can end with an announcement, the number is 0: the announcer does not
    draw and keeps cards.
    """
    contracts = rules.play.contracts
    if contracts:
        rounds = contracts if round_number is None else contracts[round_number - 1 : round_number]
        return min(contract.dealt for contract in rounds) + 1
    if losers_may_hold_nothing(rules, options_known=not changes):
        return 0
    least = [change.value for change in changes if change.name == "dealt" and isinstance(change.value, int)]
    return min([rules.play.dealt, *least]) + 1


def _changes(rules: RuleSet) -> Iterator[Change]:
    return (change for option in rules.options.values() for change in option.changes)


def _supplies(rules: RuleSet, players: int, changes: tuple[Change, ...], outside: int) -> Iterator[Supply]:
    """Yields, for each value of a joker, the supply with the most packs and jokers: fewer cards add no possible row."""
    packs = [rules.pack(players)]
    jokers = {rules.values.hand_joker}
    for change in changes:
        if change.name == "packs" and isinstance(change.value, tuple):
            packs += [pack for pack in change.value if isinstance(pack, Pack) and pack.players <= players][-1:]
        if change.name == "hand_joker" and isinstance(change.value, int):
            jokers.add(change.value)
    for joker in sorted(jokers):
        yield supply_of(
            max(pack.packs for pack in packs),
            jokers=max(pack.jokers for pack in packs),
            joker=joker,
            ace=rules.values.hand_ace,
            outside=outside,
        )


def _sizes(rules: RuleSet, handromme: bool, supply: Supply) -> frozenset[int]:
    """Returns the possible sizes of a loser's hand.

    A player who has not opened holds as many cards as were dealt: each turn adds one card and removes one. An opening
    leaves at most the cards dealt and the one drawn, less the discard and the fewest cards that can open; no later turn
    adds any. No card of a meld is worth more than an ace, and a meld has at least three cards (§ 6.3: 40 points need
    four cards).
    """
    play = rules.play
    if play.most_held is None:
        return any_size(supply.size)
    if play.without_laying_out is not None:
        # In the round after the end, the others lay out as many cards as they can, at least three or none. A player who
        # lays down the rest need not have discarded.
        return frozenset({play.dealt, play.dealt + 1, *range(1, play.dealt - 1)})
    if handromme and rules.hand_romme_min is not None and rules.hand_romme_min > rules.left_min:
        # A Handrommé has a higher minimum than a single card: no other player can have laid out (§ 6.2).
        return frozenset({play.dealt})
    opening = max(3, -(-play.minimum // rules.values.set_ace))
    return frozenset({play.dealt, *range(1, play.dealt - opening + 1)})
