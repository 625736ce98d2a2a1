"""Points of games and whole sheets, by heading of the sources."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.outcome.sheets import Result, add_up, games_of_sheet, points_of_game, settle
from romme_turnier.core.rules.system.cards import parse_hand
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.written import rules

LOSSES = st.lists(st.integers(0, 2000), min_size=2, max_size=10)


def entered(ruleset: RuleSet, *hands: str, noted: tuple[int, ...] | None = None, rummy_hand: bool = False) -> Result:
    """The game whose finisher is the first seat without cards."""
    held = [parse_hand(hand) for hand in hands]
    finisher = hands.index("") + 1 if "" in hands else None
    return points_of_game(held, ruleset, finisher=finisher, rummy_hand=rummy_hand, noted=noted)


# classic, Abrechnung


def test_abrechnung_of_the_source_comes_out_to_the_cent() -> None:
    assert settle((108, 132, 128, 32)) == (-2, -14, -10, 26)


def test_abrechnung_drops_what_is_less_than_a_cent() -> None:
    assert settle((9, 0)) == (0, 0)
    assert settle((19, 10)) == (0, 0)
    assert settle((20, 19)) == (-1, 1)


def test_abweichnungen_who_wins_with_one_suit_keeps_the_cards_and_loses_nothing() -> None:
    hands = [parse_hand("AH QH 10H 9H 9H 8H 8H 6H 5H 3H"), parse_hand("KS *")]
    assert points_of_game(hands, rules("classic", one_suit=True), finisher=1).points == (0, 30)


def test_abrechnung_at_other_stakes() -> None:
    assert settle((108, 132), Decimal("0.01")) == (24, -24)
    assert settle((108, 132), Decimal("0.005")) == (12, -12)
    assert settle((109, 132), Decimal("0.005")) == (12, -12)
    with pytest.raises(ValueError, match="stakes"):
        settle((1, 2), Decimal(-1))


@given(LOSSES, st.integers(0, 2000))
def test_abrechnung_is_what_all_pairs_settle(losses: list[int], stake: int) -> None:
    expected = [0] * len(losses)
    for one, other in combinations(range(len(losses)), 2):
        difference = losses[one] * stake // 100 - losses[other] * stake // 100
        expected[one] -= difference
        expected[other] += difference
    got = settle(losses, Decimal(stake) / 10_000)
    assert list(got) == expected
    assert sum(got) == 0


@given(LOSSES)
def test_abrechnung_does_not_depend_on_the_seats(losses: list[int]) -> None:
    assert settle(losses[::-1]) == settle(losses)[::-1]


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_abrechnung_of_two_is_antisymmetric(one: int, other: int) -> None:
    got = settle((one, other))
    assert got[0] == -got[1] == other // 10 - one // 10


def test_classic_losses_are_the_hands_left() -> None:
    assert entered(rules("classic"), "AH *", "", "2C KD").points == (31, 0, 12)
    assert games_of_sheet(rules("classic"), 4) is None


# § 8.2


def test_8_2_the_others_count_what_they_hold() -> None:
    assert entered(rules("rommeordnung"), "", "AC AS", "* 2H", "10C").points == (0, 22, 22, 10)


def test_8_2_finisher_holds_no_card() -> None:
    with pytest.raises(ValueError, match="no cards"):
        points_of_game([parse_hand("2C"), ()], rules("rommeordnung"), finisher=1)


# rommee


def test_handromme_doubles_the_losses_when_they_are_added_up() -> None:
    rommee = rules("rommee")
    game = entered(rommee, "10H AS", "", "2C", rummy_hand=True)
    assert game.points == (21, 0, 2)  # entered undoubled
    assert add_up([game], rommee, seats=3).points == (42, 0, 4)


@pytest.mark.parametrize(("rounds", "players", "games"), [(1, 3, 3), (2, 4, 8), (10, 6, 60)])
def test_a_round_has_as_many_games_as_players(rounds: int, players: int, games: int) -> None:
    rommee = rules("rommee", rounds=rounds)
    game = Result((0, *(5,) * (players - 1)), 1)
    assert not add_up([game] * (games - 1), rommee, seats=players).over
    sums = add_up([game] * games, rommee, seats=players)
    assert (sums.over, sums.left, sums.leaders) == (True, 0, (1,))
    with pytest.raises(ValueError, match=f"{games} games"):
        add_up([game] * (games + 1), rommee, seats=players)


# Treppenrommé


def test_fertigmachen_brings_the_hands_of_the_others() -> None:
    treppen = rules("treppenromme")
    assert entered(treppen, "", "AH 2C", "KD", noted=(75, 10, 0)).points == (75 + 27, 10, 0)


def test_romme_hand_counts_the_other_hands_twice_and_the_finishers_cards_once() -> None:
    treppen = rules("treppenromme")
    assert entered(treppen, "", "AH 2C", "KD", noted=(48, 10, 0), rummy_hand=True).points == (48 + 54, 10, 0)
    assert add_up([Result((102, 10, 0), 1, rummy_hand=True)], treppen, seats=3).points == (102, 10, 0)


def test_hands_are_not_counted_when_the_stock_is_used_up() -> None:
    assert entered(rules("treppenromme"), "2C", "AH 2C", noted=(18, 0)).points == (18, 0)


@pytest.mark.parametrize("target", [500, 1000])
def test_the_score_agreed_upon_ends_the_match(target: int) -> None:
    treppen = rules("treppenromme", target=target)
    assert not add_up([Result((target - 1, 30))], treppen, seats=2).over
    sums = add_up([Result((target - 10, 30)), Result((0, target - 20))], treppen, seats=2)
    assert (sums.over, sums.leaders, sums.left) == (True, (2,), None)
    with pytest.raises(ValueError, match="after game 1"):
        add_up([Result((target, 0)), Result((1, 1))], treppen, seats=2)


def test_equal_scores_need_one_more_game() -> None:
    treppen = rules("treppenromme")
    equal = Result((520, 520, 3))
    sums = add_up([equal], treppen, seats=3)
    assert (sums.over, sums.leaders) == (False, (1, 2))
    assert add_up([equal, Result((1, 2, 0))], treppen, seats=3).leaders == (2,)


# Contract Rummy


def test_the_fewest_points_of_seven_rounds_win() -> None:
    contract = rules("contract")
    game = entered(contract, "AH *", "", "2C")
    assert game.points == (30, 0, 2)
    assert add_up([game] * 6, contract, seats=3).left == 1
    sums = add_up([game] * 7, contract, seats=3)
    assert (sums.points, sums.leaders, sums.over) == ((210, 0, 14), (2,), True)


def test_a_joker_counts_25_where_that_was_agreed() -> None:
    assert entered(rules("contract", joker_25=True), "AH *", "").points == (40, 0)


def test_a_game_has_an_entry_for_each_seat() -> None:
    with pytest.raises(ValueError, match="each of 4"):
        add_up([Result((1, 0, 2), 2)], rules("contract"), seats=4)
