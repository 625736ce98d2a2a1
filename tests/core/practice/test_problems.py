"""Problems to practise with: one right answer each, checked without the searches that made them."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.practice import Kind, Level, problem
from romme_turnier.core.practice.laying import best_lefts
from romme_turnier.core.practice.problem import Problem
from romme_turnier.core.rules import judge_meld, judge_opening, lay_off, points_left
from romme_turnier.core.rules.play import fitting_meld, may_discard, may_lay_out, whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.play.turns import after_take, after_use
from romme_turnier.core.rules.play.uses import use_of_discard
from romme_turnier.core.rules.search.all_melds import melds_in
from romme_turnier.core.rules.search.rearrange import best_rearrangement
from romme_turnier.core.rules.system.cards import JOKER, unnamed
from tests.core.rules.written import rules

SEEDS = range(2)


def made(kind: Kind, level: Level, seed: int) -> Problem:
    return problem(kind, level, random.Random(seed))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("kind", Kind)
def test_the_same_chance_makes_the_same_problem(kind: Kind, level: Level) -> None:
    task, again = made(kind, level, 1), made(kind, level, 1)
    assert task == again
    assert (task.kind, task.level) == (kind, level)
    assert task.hand != made(kind, level, 2).hand


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_hand_to_be_laid_only_one_choice_leaves_the_fewest_points(level: Level, seed: int) -> None:
    task = made(Kind.LAY_MOST, level, seed)
    assert all(judge_meld(meld, task.rules).valid for meld in task.solution)
    laid = tuple(sorted(map(unnamed, chain(*task.solution))))
    assert laid == task.answer
    assert points_left(without(task.hand, laid), task.rules) == task.points
    assert task.is_right(tuple(reversed(laid)))
    assert not task.is_right(laid[1:])
    assert not task.is_right(task.hand)


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_the_choices_that_leave_the_fewest_points_are_all_there_are(rng: random.Random) -> None:
    """Every collection of disjoint melds is tried."""
    ruleset = rules("rommeordnung")
    hand = tuple(sorted(rng.sample(whole_pack(ruleset, 4), 8)))
    lefts = {}
    melds = {tuple(sorted(map(unnamed, meld))) for meld in melds_in(hand, ruleset)}
    for count in range(3):
        for some in combinations(sorted(melds), count):
            cards = [*chain(*some)]
            left = without(hand, cards)
            if len(left) == len(hand) - len(cards):
                lefts[left] = points_left(left, ruleset)
    # Of one meld twice there is not enough in eight cards, except of two equal ones.
    twice = [meld for meld in melds if len(without(hand, (*meld, *meld))) == len(hand) - 2 * len(meld)]
    for meld in twice:
        left = without(hand, (*meld, *meld))
        lefts[left] = points_left(left, ruleset)
    fewest = min(lefts.values())
    assert best_lefts(hand, ruleset) == {left for left, points in lefts.items() if points == fewest}


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", SEEDS)
def test_whether_a_hand_may_open_is_what_any_two_or_three_of_its_melds_say(level: Level, seed: int) -> None:
    task = made(Kind.MAY_OPEN, level, seed)
    melds = [*melds_in(task.hand, task.rules)]
    possible = False
    for count in (1, 2, 3):
        for some in combinations(melds, count):
            cards = [*map(unnamed, chain(*some))]
            rest = without(task.hand, cards)
            if len(rest) == len(task.hand) - len(cards):
                possible = possible or judge_opening(some, task.rules, hand=rest).valid
    assert task.allowed is possible
    assert bool(task.reasons) is not possible
    assert task.is_right(possible)
    assert not task.is_right(not possible)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_hand_to_be_rebuilt_with_exactly_one_card_goes_in(level: Level, seed: int) -> None:
    task = made(Kind.REBUILD, level, seed)
    lying = [*chain(*task.table)]
    for card in task.hand:
        assert not any(lay_off(meld, (card,), task.rules).valid for meld in task.table)
        best = best_rearrangement(lying, (card,), task.rules)
        assert (best is not None and not best.left) is (task.answer == (card,))
        assert task.is_right((card,)) is (task.answer == (card,))
    assert all(judge_meld(meld, task.rules).valid for meld in (*task.table, *task.solution))
    assert sorted(map(unnamed, chain(*task.solution))) == sorted((*lying, *task.answer))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_may_be_taken_has_a_use_and_another_has_none(level: Level, seed: int) -> None:
    task = made(Kind.MAY_TAKE, level, seed)
    position = task.position
    assert position is not None
    assert position.cards == whole_pack(task.rules, len(position.hands))
    assert task.card == position.pile[-1] != JOKER
    assert position.opened_in is None or fitting_meld(position, task.card) is None
    use = use_of_discard(position)
    assert task.allowed is (use is not None)
    if use is not None:
        taken = after_take(position)
        assert use.at is not None or not may_lay_out(taken, use.melds)
        assert not after_use(taken, use).owed


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_may_not_be_discarded_is_a_joker_or_fits_while_the_next_player_has_opened(
    level: Level, seed: int
) -> None:
    task = made(Kind.MAY_DISCARD, level, seed)
    position, card = task.position, task.card
    assert position is not None
    assert card is not None
    assert card in task.hand
    next_opened = position.opened[position.next_seat - 1] is not None
    fits = any(lay_off(meld.cards, (card,), task.rules).valid for meld in position.table)
    assert task.allowed is not (card == JOKER or (next_opened and fits))
    assert task.reasons == may_discard(position, card)


@pytest.mark.parametrize("kind", [Kind.MAY_OPEN, Kind.MAY_TAKE, Kind.MAY_DISCARD])
def test_yes_is_as_good_an_answer_as_no(kind: Kind) -> None:
    answers = [made(kind, Level.HARD, seed).allowed for seed in range(8)]
    assert 1 <= answers.count(True) <= 7
