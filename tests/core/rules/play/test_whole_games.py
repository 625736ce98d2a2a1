"""Whole games, turn by turn, in all rule systems: every act is allowed, no card is lost, what lies are melds."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.outcome.sheets import points_of_game
from romme_turnier.core.rules.play import Position, deal, is_rummy_hand, whole_pack
from romme_turnier.core.rules.system.cards import unnamed
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.player import play
from tests.core.rules.written import rules

SYSTEMS = {
    "rommeordnung": rules("rommeordnung"),
    "classic": rules("classic"),
    "classic without laying out": rules("classic", without_laying_out=True),
    "classic one suit, many cards": rules("classic", one_suit=True, take_many=True),
    "rommee": rules("rommee"),
    "rommee knocking, rearranging": rules("rommee", knocking=True, rearranging=True),
    "treppenromme": rules("treppenromme"),
    "contract": rules("contract"),
    "contract, free": rules("contract", free_contract=True, jokers_by_players=True),
}


def dealt(ruleset: RuleSet, players: int, seed: int) -> Position:
    rng = random.Random(seed)
    pack = whole_pack(ruleset, players)
    number = 1 + seed % 7 if ruleset.play.contracts else None
    dealer = rng.randrange(players) + 1
    return deal(ruleset, rng.sample(pack, len(pack)), players, dealer=dealer, round_number=number)


def every_card(position: Position) -> tuple[int, ...]:
    lying = chain(*(meld.cards for meld in position.table))
    return tuple(sorted(map(unnamed, chain(*position.hands, lying, position.pile, position.stock))))


@pytest.mark.parametrize("name", SYSTEMS)
def test_whole_games_stay_within_the_rules(name: str) -> None:
    ruleset, ended = SYSTEMS[name], 0
    for seed in range(3):
        players = ruleset.seats_min + seed % (min(ruleset.seats_max, 4) - ruleset.seats_min + 1)
        position = dealt(ruleset, players, seed)
        pack = whole_pack(ruleset, players)
        for act, forbidden, after in play(position, random.Random(seed), turns=300):
            assert not forbidden, (seed, act, forbidden, position)
            assert every_card(after) == pack, (seed, act)
            assert all(judge_meld(meld.cards, ruleset).valid for meld in after.table), (seed, act)
            position = after
        ended += position.over
        if position.over:
            points_of_game(position.hands, ruleset, finisher=position.finisher, rummy_hand=is_rummy_hand(position))
    assert ended
