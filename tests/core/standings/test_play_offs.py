"""Play-offs between players who are equal in everything (§ 1.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from romme_turnier.core.rules.system.criteria import SUM_THEN_GAMES_ENDED
from romme_turnier.core.standings.ranks import PlayOff, rank
from tests.core.standings.entrants import (
    EQUAL,
    RULES,
    after,
    order,
    pending,
    player,
    reasons,
)


def test_1_5_a_play_off_decides_between_equals_after_the_last_series() -> None:
    standings = after(3, *EQUAL, play_offs=(PlayOff.of((8, 3)),))
    assert order(standings) == [(1, 8), (2, 3), (3, 5), (4, 6)]
    assert reasons(standings) == [None, "play_off", "total", "total"]
    assert pending(standings) == []


def test_a_play_off_decides_nothing_before_the_last_series() -> None:
    standings = after(2, *EQUAL[:2], play_offs=(PlayOff.of((8, 3)),))
    assert order(standings) == [(1, 3), (1, 8)]
    assert pending(standings) == [3, 8]


@pytest.mark.parametrize("ranking", [(8, 3), (8, 3, 5, 6), (8, 3, 99), (8, 8, 3)])
def test_a_play_off_of_others_than_exactly_the_equals_decides_nothing(ranking: tuple[int, ...]) -> None:
    standings = after(3, player(3, 300), player(8, 300), player(5, 300), play_offs=(PlayOff.of(ranking),))
    assert order(standings) == [(1, 3), (1, 5), (1, 8)]
    assert pending(standings) == [3, 5, 8]


def test_a_play_off_that_names_somebody_twice_or_leaves_out_an_equal_decides_nothing() -> None:
    twice = after(3, *EQUAL[:2], play_offs=(PlayOff.of((8, 8, 3)),))
    without_number = after(3, *EQUAL[:2], player(None, 300, 1, 1), play_offs=(PlayOff.of((8, 3)),))
    assert pending(twice) == [3, 8]
    assert pending(without_number) == [3, 8, None]


def test_of_several_play_offs_for_the_same_players_the_last_counts() -> None:
    play_offs = (PlayOff.of((8, 3)), PlayOff.of((5, 6)), PlayOff.of((3, 8)))
    assert order(after(3, *EQUAL, play_offs=play_offs))[:2] == [(1, 3), (2, 8)]


def test_each_tie_is_decided_by_its_own_play_off() -> None:
    entrants = [player(number, total) for number, total in [(1, 5), (2, 5), (3, 7), (4, 7), (5, 7)]]
    standings = after(3, *entrants, play_offs=(PlayOff.of((4, 5, 3)), PlayOff.of((2, 1))))
    assert order(standings) == [(1, 2), (2, 1), (3, 4), (4, 5), (5, 3)]


def test_a_play_off_for_those_who_are_not_equal_changes_nothing() -> None:
    standings = after(3, *EQUAL, play_offs=(PlayOff.of((6, 5)),))
    assert order(standings) == [(1, 3), (1, 8), (3, 5), (4, 6)]


def test_1_5_who_is_left_equal_by_a_play_off_shares_the_next_rank_and_plays_on() -> None:
    four = [player(number, 300) for number in (1, 2, 3, 4)]
    first = PlayOff(((3,), (1, 2, 4)))
    standings = after(3, *four, play_offs=(first,))
    assert order(standings) == [(1, 3), (2, 1), (2, 2), (2, 4)]
    assert reasons(standings) == [None, "play_off", None, None]
    assert pending(standings) == [1, 2, 4]
    standings = after(3, *four, play_offs=(first, PlayOff.of((4, 1, 2))))
    assert order(standings) == [(1, 3), (2, 4), (3, 1), (4, 2)]
    assert pending(standings) == []


def test_1_5_a_play_off_that_parts_nobody_leaves_the_tie() -> None:
    standings = after(3, *EQUAL[:2], play_offs=(PlayOff(((3, 8),)),))
    assert order(standings) == [(1, 3), (1, 8)]
    assert pending(standings) == [3, 8]


def test_a_play_off_that_prizes_asked_for_counts_under_any_rule_system() -> None:
    rules = replace(RULES, criteria=SUM_THEN_GAMES_ENDED)
    standings = rank(EQUAL, rules=rules, after_series=3, series_count=3, play_offs=[PlayOff.of((8, 3))])
    assert order(standings)[:2] == [(1, 8), (2, 3)]
    assert reasons(standings)[:2] == [None, "play_off"]
