"""A match of several games: dealer, contract, score and end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from romme_turnier.core.rules.outcome.match import Match, after_game, after_leaving_match
from romme_turnier.core.rules.outcome.sheets import Result
from tests.core.rules.written import rules


def played(match: Match, *games: Sequence[int]) -> Match:
    for points in games:
        match = after_game(match, Result(tuple(points), points.index(0) + 1 if 0 in points else None))
    return match


def dealers(match: Match, games: int) -> list[int]:
    found = []
    for _ in range(games):
        found.append(match.dealer)
        match = after_game(match, Result((5,) * match.seats))
    return found


def test_5_7_the_deal_goes_to_the_left_neighbour() -> None:
    assert dealers(Match(rules("rommeordnung"), 4), 6) == [1, 2, 3, 4, 1, 2]
    assert dealers(Match(rules("classic"), 3, first_dealer=3), 4) == [3, 1, 2, 3]


def test_2_2_1_a_list_has_twelve_games_or_as_many_as_were_announced() -> None:
    assert not played(Match(rules("rommeordnung"), 3), *[(0, 2, 3)] * 11).over
    assert played(Match(rules("rommeordnung"), 3), *[(0, 2, 3)] * 12).over
    assert played(Match(rules("rommeordnung"), 3, games=2), *[(0, 2, 3)] * 2).over


def test_a_round_of_rommee_has_as_many_games_as_players() -> None:
    match = played(Match(rules("rommee", rounds=2), 3), *[(0, 20, 30)] * 5)
    assert (match.over, match.sums.left, match.number) == (False, 1, 6)
    over = played(match, (10, 0, 30))
    assert (over.over, over.sums.leaders, over.sums.points) == (True, (1,), (10, 100, 180))
    with pytest.raises(ValueError, match="over"):
        played(over, (0, 2, 3))


def test_treppenromme_ends_with_the_target_and_equals_play_one_more_game() -> None:
    match = played(Match(rules("treppenromme", target=500), 2), (510, 510))
    assert (match.over, match.sums.leaders) == (False, (1, 2))
    assert played(match, (3, 6)).over


def test_contract_rummy_has_seven_rounds_with_their_contracts() -> None:
    match, found = Match(rules("contract"), 3), []
    while not match.over:
        found.append(match.round_number)
        match = played(match, (0, 20, 30))
    assert found == [1, 2, 3, 4, 5, 6, 7]
    assert match.round_number is None


def test_classic_goes_on_until_it_is_agreed_to_end() -> None:
    assert not played(Match(rules("classic"), 2), *[(0, 20)] * 40).over
    assert played(Match(rules("classic"), 2, games=3), *[(0, 20)] * 3).over


def test_who_has_left_neither_deals_nor_wins() -> None:
    match = after_leaving_match(played(Match(rules("rommeordnung"), 4), (0, 50, 60, 70)), 2)
    assert (match.present(1), match.present(2), match.dealer) == ((1, 2, 3, 4), (1, 3, 4), 3)
    assert dealers(match, 4) == [3, 4, 1, 3]
    assert not match.over
    fewer = after_leaving_match(match, 1)
    assert (fewer.over, fewer.sums.leaders) == (True, (3,))
    with pytest.raises(ValueError, match="seat 2"):
        after_leaving_match(match, 2)


def test_who_has_left_keeps_no_match_from_ending() -> None:
    match = played(Match(rules("treppenromme"), 3), (520, 520, 10))
    assert after_leaving_match(match, 2).over


def test_a_match_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="3 to 4 play"):
        Match(rules("rommeordnung"), 5)
    with pytest.raises(ValueError, match="deals first"):
        Match(rules("rommeordnung"), 4, first_dealer=5)
    with pytest.raises(ValueError, match="how long"):
        Match(rules("contract"), 3, games=5)
    with pytest.raises(ValueError, match="each of 3"):
        played(Match(rules("contract"), 3), (0, 5))
