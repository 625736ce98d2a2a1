"""Treppenrommé: can these points have been noted in one game? Against games laid card by card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules import check_outcome, get_ruleset
from romme_turnier.core.rules.outcome.small_scores import Deck, GoneOut, can_be_noted

TREPPENROMME = get_ruleset("treppenromme")
PACK = Deck(values=TREPPENROMME.values)


def found(*points: int | None, finisher: int | None = None, rummy_hand: bool = False) -> list[str]:
    violations = check_outcome(TREPPENROMME, finisher=finisher, handromme=rummy_hand, points=points)
    return [violation.code for violation in violations]


def limit(*points: int, finisher: int | None = None, rummy_hand: bool = False) -> dict[str, int | str | None]:
    (violation,) = check_outcome(TREPPENROMME, finisher=finisher, handromme=rummy_hand, points=points)
    return {key: value for key, value in violation.params.items() if key in {"seat", "least", "most"}}


# Das Anschreiben: few points


def test_das_anschreiben_the_least_meld_counts_six() -> None:
    alone = [points for points in range(60) if found(points, 0, 0)]
    assert alone == [1, 2, 3, 4, 5, 7, 11, 13]
    assert found(6, 0, 0) == []


def test_das_anschreiben_who_only_lays_off_needs_a_meld_of_another() -> None:
    assert found(1, 9) == []  # the ace below 2 3 4
    assert found(1, 6) == ["no_such_melds"]  # A 2 3 has its ace
    assert found(4, 6) == []  # the 4 on A 2 3
    assert found(7, 6) == ["no_such_melds"]
    assert found(7, 9) == []  # A 2 3, and the ace below 2 3 4


def test_das_anschreiben_nobody_need_lay_anything() -> None:
    assert found(0, 0) == []
    assert found(0, 0, 0, 0) == []


def test_the_reason_names_the_points_and_what_is_missing() -> None:
    few, many = (
        check_outcome(TREPPENROMME, finisher=finisher, handromme=False, points=points, game=2)[0]
        for points, finisher in (((7, 0, 6), None), ((395, 0, 0), 1))
    )
    assert few.params == {"game": 2, "noted": "7 6", "short": "melds"}
    assert many.params == {"game": 2, "noted": "395", "short": "cards"}
    assert few.clause == "Das Anschreiben"


def test_what_is_missing_may_be_the_meld_that_another_needed() -> None:
    assert found(1, None) == ["points_missing"]


# Die Karten: all of the pack


@pytest.mark.parametrize(("players", "most"), [(2, 390), (3, 388), (4, 385)])
def test_die_karten_without_a_finisher_everybody_holds_a_card_and_one_lies_on_the_staircase(
    players: int, most: int
) -> None:
    others = [0] * (players - 1)
    assert found(most, *others) == []
    assert limit(most + 1, *others) == {"most": most}


def test_die_karten_with_a_finisher_all_cards_may_count() -> None:
    assert found(396, 0, finisher=1) == []
    assert found(397, 0, finisher=1) == ["points_beyond_pack"]
    assert found(395, 0, finisher=1) == ["no_such_melds"]  # no card counts 1 but a low ace, which gives up 14
    assert found(394, 0, finisher=1) == []


def test_die_kombinationen_an_ace_that_counts_1_does_not_count_15() -> None:
    assert found(381, 1, finisher=1) == []
    assert found(382, 1, finisher=1) == ["no_such_melds"]


# Das Fertigmachen


def test_das_fertigmachen_who_goes_out_has_laid_seven_cards_and_gets_the_others_hands() -> None:
    # A 2 3, A 2 3 4 and a two in the other hand.
    assert found(18, 0, finisher=1) == []
    assert found(17, 0, finisher=1) == ["no_such_melds"]
    assert limit(9, 0, finisher=1) == {"seat": 1, "least": 12}


def test_das_fertigmachen_at_a_romme_hand_the_other_hands_count_twice() -> None:
    assert found(20, 0, finisher=1, rummy_hand=True) == []
    assert found(21, 0, finisher=1, rummy_hand=True) == ["no_such_melds"]
    assert found(22, 0, finisher=1, rummy_hand=True) == []
    # Everything is in the other hand but 2 2 2 2 and 3 3 3.
    assert found(775, 0, finisher=1, rummy_hand=True) == []
    assert limit(776, 0, finisher=1, rummy_hand=True) == {"seat": 1, "most": 775}


def test_das_fertigmachen_what_others_laid_out_is_not_in_their_hands() -> None:
    assert found(575, 100, finisher=1, rummy_hand=True) == []
    assert limit(576, 100, finisher=1, rummy_hand=True) == {"seat": 1, "most": 575}


def test_das_fertigmachen_at_a_romme_hand_seven_cards_and_a_card_of_each_other_lie_nowhere_else() -> None:
    assert limit(26, 375, finisher=1, rummy_hand=True) == {"seat": 1, "most": 25}
    assert found(15, 377, finisher=1, rummy_hand=True) == ["points_beyond_pack"]
    assert found(340, 318, 324, finisher=1, rummy_hand=True) == ["points_beyond_pack"]


def test_das_fertigmachen_before_a_romme_hand_the_others_lay_off_on_their_own_melds_only() -> None:
    assert found(100, 1, finisher=1) == []
    assert found(100, 1, finisher=1, rummy_hand=True) == ["no_such_melds"]


# Against brute force: games laid card by card

Meld = tuple[int, ...]  # cards as suit * ranks + rank; a run in its order, a set by suits
State = tuple[frozenset[Meld], tuple[int, ...], int, bool]  # table, noted, cards of the first player, its last turn


def is_run(deck: Deck, cards: Meld) -> bool:
    return len({card // deck.ranks for card in cards}) == 1


def worth_of(deck: Deck, meld: Meld, added: frozenset[int]) -> int:
    """The points of the added cards in their final places."""
    total = 0
    for place, card in enumerate(meld):
        if card not in added:
            continue
        if card % deck.ranks:
            total += min(card % deck.ranks + 1, 10)
        elif not is_run(deck, meld):
            total += 15
        else:
            total += 1 if place == 0 else 10 if place == len(meld) - 1 else 5
    return total


@cache
def all_melds(ranks: int, suits: int) -> tuple[Meld, ...]:
    runs = [
        tuple(suit * ranks + (start + step) % ranks for step in range(length))
        for suit, start, length in product(range(suits), range(ranks), range(3, ranks + 1))
    ]
    sets = [
        tuple(suit * ranks + rank for suit in chosen)
        for size in range(3, suits + 1)
        for rank in range(ranks)
        for chosen in combinations(range(suits), size)
    ]
    return (*runs, *sets)


def extends(deck: Deck, meld: Meld, bigger: Meld) -> bool:
    """Whether one meld becomes the other by adding cards at its ends (or to a set)."""
    if len(bigger) <= len(meld) or is_run(deck, meld) != is_run(deck, bigger):
        return False
    if not is_run(deck, meld):
        return set(meld) < set(bigger)
    return any(bigger[at : at + len(meld)] == meld for at in range(len(bigger)))


def moves(deck: Deck, state: State, most: int, *, rummy_hand: bool) -> Iterator[State]:
    table, noted, laid, last = state
    used = frozenset(card for meld in table for card in meld)
    for bigger in all_melds(deck.ranks, deck.suits):
        for meld in (None, *table):
            if meld is not None and not extends(deck, meld, bigger):
                continue
            added = frozenset(bigger) - frozenset(meld or ())
            worth = worth_of(deck, bigger, added)
            if added & used or sum(noted) + worth > most:
                continue
            after = frozenset({*(each for each in table if each != meld), bigger})
            for player in range(1 if last else len(noted)):
                now = tuple(points + worth * (at == player) for at, points in enumerate(noted))
                cards = laid + len(added) * (player == 0)
                yield after, now, cards, last or (rummy_hand and player == 0)


@cache
def all_games(deck: Deck, players: int, most: int, rummy_hand: bool) -> frozenset[State]:
    start: State = (frozenset(), (0,) * players, 0, False)
    seen, open_states = {start}, [start]
    while open_states:
        for state in moves(deck, open_states.pop(), most, rummy_hand=rummy_hand):
            if state not in seen:
                seen.add(state)
                open_states.append(state)
    return frozenset(seen)


@pytest.mark.parametrize(("ranks", "suits", "most"), [(4, 3, 24), (5, 3, 17), (6, 2, 24)])
def test_few_points_are_judged_as_by_every_game_of_a_small_pack(ranks: int, suits: int, most: int) -> None:
    deck = Deck(ranks, suits, TREPPENROMME.values)
    noted = {state[1] for state in all_games(deck, 2, most, False)}
    wrong = [
        points
        for points in product(range(most + 1), repeat=2)
        if sum(points) <= most and can_be_noted(deck, points) != (points in noted)
    ]
    assert wrong == []


def hands_of(deck: Deck, table: frozenset[Meld], others: int) -> set[int]:
    """All possible counts of the remaining cards in the others' hands, with at least one card in each."""
    used = {card for meld in table for card in meld}
    free = [card for card in range(deck.ranks * deck.suits) if card not in used]
    worth = [min(card % deck.ranks + 1, 10) if card % deck.ranks else 15 for card in free]
    return {sum(chosen) for size in range(others, len(free) + 1) for chosen in combinations(worth, size)}


@pytest.mark.parametrize("rummy_hand", [False, True])
@pytest.mark.parametrize("cards", [3, 4])
def test_few_points_of_who_goes_out_are_judged_as_by_every_game_of_a_small_pack(rummy_hand: bool, cards: int) -> None:
    deck, most, factor = Deck(4, 3, TREPPENROMME.values), 21, 2 if rummy_hand else 1
    hands = cache(hands_of)
    noted = {
        (points[0] + factor * left, points[1])
        for table, points, laid, _ in all_games(deck, 2, most, rummy_hand)
        if laid >= cards
        for left in hands(deck, table, 1)
    }
    out = GoneOut(cards, 1, rummy_hand, factor)
    wrong = [
        points
        for points in product(range(most + 1), repeat=2)
        if sum(points) <= most and can_be_noted(deck, points, out) != (points in noted)
    ]
    assert wrong == []


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 4),
    how=st.sampled_from(["stock used up", "gone out", "one stroke"]),
    steps=st.integers(1, 14),
    low=st.booleans(),
)
def test_games_that_were_played_are_never_refused(seed: int, players: int, how: str, steps: int, low: bool) -> None:
    random, rummy_hand = Random(seed), how == "one stroke"
    state: State = (frozenset(), (0,) * players, 0, False)
    for _ in range(steps):
        further = list(moves(PACK, state, 396, rummy_hand=rummy_hand))
        if not further:
            break
        # Small steps lead to few points, any steps to many.
        state = (
            min(random.sample(further, min(8, len(further))), key=lambda s: sum(s[1]))
            if low
            else (random.choice(further))
        )
    table, noted, laid, _ = state
    free = [card for card in range(52) if card not in {card for meld in table for card in meld}]
    random.shuffle(free)
    if how == "stock used up":
        if len(free) > players:
            assert found(*noted) == []
    elif laid >= 7 and len(free) >= players - 1:
        held = free[: random.randint(players - 1, len(free))]
        worth = sum(min(card % 13 + 1, 10) if card % 13 else 15 for card in held) * (2 if rummy_hand else 1)
        assert found(noted[0] + worth, *noted[1:], finisher=1, rummy_hand=rummy_hand) == []
