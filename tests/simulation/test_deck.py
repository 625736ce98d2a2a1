"""Games of a simulated table."""

import random

import pytest

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.simulation.deck import is_possible, play_game

RULES = get_ruleset("rommeordnung")


@pytest.mark.parametrize("key", sorted(RULE_SYSTEMS))
@pytest.mark.parametrize("seats", [3, 4])
def test_every_game_that_is_dealt_could_have_been_played(key: str, seats: int) -> None:
    rules, rng = RULE_SYSTEMS[key], random.Random(1)
    for number in range(1, 8):
        game = play_game(rules, seats, number, rng)
        assert is_possible(rules, game)
        assert len(game.points) == seats


def test_somebody_who_has_left_holds_no_cards_and_ends_no_game() -> None:
    rng = random.Random(2)
    games = [play_game(RULES, 4, 1, rng, vacant=frozenset({2})) for _n in range(50)]
    assert {game.points[1] for game in games} == {None}
    assert {game.finisher for game in games} == {1, 3, 4}


def test_hands_are_cut_down_or_whole_and_now_and_then_it_is_a_handromme() -> None:
    rng = random.Random(3)
    games = [play_game(RULES, 4, 1, rng) for _n in range(400)]
    handrommes = [game for game in games if game.handromme]
    assert 3 <= len(handrommes) <= 30
    assert all(points == 0 or points >= 31 for game in handrommes for points in game.points if points is not None)
    left = [points for game in games for points in game.points if points]
    assert min(left) < 10
    assert max(left) > 90


def test_the_same_chance_deals_the_same_games() -> None:
    assert [play_game(RULES, 4, n, random.Random(7)) for n in (1, 2)] == [
        play_game(RULES, 4, n, random.Random(7)) for n in (1, 2)
    ]
