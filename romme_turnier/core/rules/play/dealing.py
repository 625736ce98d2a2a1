"""The pack of a rule system and the first position of a game (§ 5.7 and what the other sources say about dealing)."""

from __future__ import annotations

from collections.abc import Sequence

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.rules.system.ruleset import RuleSet


def whole_pack(rules: RuleSet, players: int) -> tuple[Card, ...]:
    """Returns every card that is played with, sorted (§ 4.1)."""
    pack = rules.pack(players)
    naturals = (card for card in range(JOKER) for _ in range(pack.packs))
    return (*naturals, *(JOKER,) * pack.jokers)


def deal(
    rules: RuleSet, shuffled: Sequence[Card], players: int, *, dealer: int, round_number: int | None = None
) -> Position:
    """Returns the position before the first act. ``shuffled`` is the whole pack, the top card last.

    Cards are dealt singly, from the dealer's left neighbour on, round and round; who begins gets a card more where the
    rules say so, and need not draw (§ 5.7, § 7.1). Raises ValueError for another pack than the rule system's, an
    impossible number of players or dealer, a round without a contract.
    """
    if not rules.seats_min <= players <= rules.seats_max or not 1 <= dealer <= players:
        raise ValueError(f"{rules.seats_min} to {rules.seats_max} play, and one of them deals")
    if tuple(sorted(shuffled)) != whole_pack(rules, players):
        raise ValueError("the pack is not the one that is played with")
    play = rules.play
    dealt, begins = _dealt(rules, round_number), dealer if play.dealer_begins else dealer % players + 1
    stock = list(shuffled)
    hands: list[list[Card]] = [[] for _ in range(players)]
    for place in range(dealt * players):
        hands[(dealer + place) % players].append(stock.pop())
    hands[begins - 1] += [stock.pop() for _ in range(play.first_extra)]
    pile = (stock.pop(),) if play.turned_up else ()
    return Position(
        rules=rules,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        turn=begins,
        opened=(None,) * players,
        pile=pile,
        stock=tuple(stock),
        drawn=play.first_extra > 0,
        round_number=round_number,
        noted=(0,) * players if rules.highest_wins else (),
    )


def _dealt(rules: RuleSet, round_number: int | None) -> int:
    contracts = rules.play.contracts
    if not contracts:
        return rules.play.dealt
    if round_number is None or not 1 <= round_number <= len(contracts):
        raise ValueError(f"round is a number from 1 to {len(contracts)}")
    return contracts[round_number - 1].dealt
