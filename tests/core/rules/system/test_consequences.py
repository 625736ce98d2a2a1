"""The orders of a referee, by paragraph; § 6.5 in a position."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.play import TableMeld, completion, laid_too_little, may_complete
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import format_cards, parse_cards
from romme_turnier.core.rules.system.consequences import CONSEQUENCES
from tests.core.rules.play.positions import ROMMEORDNUNG, at, melds, said


@pytest.mark.parametrize(
    ("clause", "cases"),
    [
        ("§ 5.2", {"card_shown_by_dealer": "deal_anew", "card_shown_by_receiver": "deal_stands"}),
        ("§ 5.3", {"dealt_wrongly": "deal_anew"}),
        (
            "§ 5.4",
            {"not_cut_before_dealing": "cut_now", "not_cut_after_dealing": "object_at_once referee_decides"},
        ),
        (
            "§ 5.5",
            {
                "joker_cut": "show_joker cutter_keeps_joker cutter_skipped_in_first_round",
                "further_joker_cut": "further_joker_stays",
                "dealt_wrongly_after_cut_joker": "cutter_keeps_joker cut_again_without_joker",
            },
        ),
        ("§ 5.6", {"shuffled_by_insertion": "shuffle_again_before_cut"}),
        ("§ 5.7", {"cards_taken_up": "count_at_once"}),
        ("§ 5.8", {"objection_to_dealing": "object_at_once"}),
        (
            "§ 5.9",
            {
                "wrong_dealer_during_game": "break_off right_dealer_deals",
                "wrong_dealer_after_end": "game_stands right_dealer_deals_next",
                "wrong_dealer_later": "round_stands",
            },
        ),
        (
            "§ 6.4",
            {
                "opened_below_40_after_discard": "take_back_cards draw_none discard_none hold_13 next_goes_on",
                "40_out_of_reach_with_discard": "take_back_cards put_back_taken_discard draw_none discard_none hold_13 "
                "next_goes_on",
                "opened_below_40_with_discard_after_discard": "take_back_cards put_back_taken_discard "
                "take_back_own_discard draw_none discard_none hold_13 next_goes_on",
            },
        ),
        (
            "§ 6.5",
            {
                "opened_below_40_before_discard": "may_add_cards move_nothing discard next_goes_on",
                "40_out_of_reach_before_discard": "take_back_cards discard next_goes_on as_in_6_4",
            },
        ),
        (
            "§ 6.7",
            {
                "wrong_meld_before_discard": "may_correct",
                "wrong_meld_after_discard": "take_back_wrong_melds right_40_stay next_goes_on",
                "wrong_meld_after_next_went_on": "game_void deal_anew",
            },
        ),
        (
            "§ 6.8",
            {
                "joker_missed_before_discard": "may_correct",
                "joker_missed_after_discard": "lay_card_on_joker joker_blocked",
            },
        ),
        (
            "§ 7.2",
            {
                "wrong_card_discarded": "discard_stays",
                "fitting_card_before_draw": "take_back_own_discard discard_another",
                "fitting_card_after_draw": "discard_stays",
            },
        ),
        (
            "§ 6.10",
            {
                "joker_discarded_before_draw": "take_back_joker discard_another as_in_7_2",
                "joker_discarded_after_draw": "discard_stays as_in_7_2",
            },
        ),
        (
            "§ 7.3",
            {
                "taken_card_held_before_discard": "use_at_once else_put_back as_in_6_4",
                "taken_card_held_after_discard": "put_back_taken_discard take_back_own_discard draw_none discard_none "
                "hold_13 next_goes_on as_in_6_4",
                "taken_card_laid_off_after_opening": "take_taken_card_off put_back_taken_discard right_40_stay "
                "next_goes_on as_in_6_4",
            },
        ),
        ("§ 8.1", {"all_14_laid": "game_not_ended take_one_back_to_discard referee_decides"}),
        (
            "§ 8.3",
            {
                "not_counted_openly_after_opening": "penalty_100",
                "not_counted_openly_before_opening": "penalty_150",
            },
        ),
    ],
)
def test_each_paragraph_orders_what_it_says(clause: str, cases: dict[str, str]) -> None:
    assert {entry.case: " ".join(entry.orders) for entry in CONSEQUENCES if entry.clause == clause} == cases


def test_no_case_is_there_twice() -> None:
    assert len({entry.case for entry in CONSEQUENCES}) == len(CONSEQUENCES)


# § 6.5


def opened_with(hand: str, *laid: str) -> Position:
    """Seat 1 has just laid these melds, and seat 2 laid one before."""
    table = (TableMeld(2, parse_cards("QC KC AC")), *(TableMeld(1, meld) for meld in melds(*laid)))
    return at(ROMMEORDNUNG, hand, opened=(10, 5, None))._replace(table=table)


def test_6_5_below_40_a_player_may_add_cards_to_melds_of_this_turn_and_lay_new_ones() -> None:
    position = opened_with("9H KH 10D 10S 10C 2C", "10H JH QH")
    assert laid_too_little(position)
    assert said(may_complete(position, melds("9H 10H JH QH KH"))) == ""
    assert said(may_complete(position, melds("10H JH QH", "10D 10S 10C"))) == ""
    assert said(may_complete(position, melds("9H 10H JH QH"))) == "opening_too_low § 6.3"


def test_6_5_nothing_is_moved() -> None:
    position = opened_with("10D 10S 9H 2C", "10H JH QH")
    found = "meld_moved § 6.5, meld_too_short § 4.3"
    assert said(may_complete(position, melds("10H 10D 10S", "JH QH"))) == found
    assert said(may_complete(position, ())) == "meld_moved § 6.5, no_meld § 6.3"


def test_6_5_only_with_cards_of_the_hand_and_one_left_to_discard() -> None:
    position = opened_with("9H KH", "10H JH QH")
    assert said(may_complete(position, melds("9H 10H JH QH KH"))) == "no_discard § 8.1"
    assert said(may_complete(position, melds("10H JH QH KH AH"))) == "not_held"


def test_6_5_player_that_reached_40_or_opened_earlier_has_nothing_to_complete() -> None:
    enough = opened_with("9H 2C", "10H JH QH KH")
    earlier = at(ROMMEORDNUNG, "9H 2C", table=("10H JH QH",), opened=(7, 5, None))
    assert not laid_too_little(enough)
    assert not laid_too_little(earlier)
    assert said(may_complete(earlier, melds("9H 10H JH QH"))) == "nothing_to_complete § 6.5"


@pytest.mark.parametrize(
    ("hand", "laid", "reached"),
    [
        ("9H KH 2C", "10H JH QH", "10H JH QH KH"),
        ("KH 2C", "10H JH QH", "10H JH QH KH"),
        ("KH", "10H JH QH", None),  # none left to discard
        ("* 2C", "10H JH QH", "10H JH QH *"),
        ("* 2C", "QH JH 10H", "* QH JH 10H"),  # as a king, if the run goes downward
        ("2S 3S 4S 5S 2C", "9C 9S 9D", "9C 9S 9D, 2S 3S 4S 5S"),
        ("9H 2S 3S 4S 2C", "9C 9S 9D", "9C 9S 9D 9H, 2S 3S 4S"),
        ("9S 2S 3S 5S 2C", "9C 9S 9D", None),
    ],
)
def test_6_5_whether_40_can_be_reached_at_all(hand: str, laid: str, reached: str | None) -> None:
    position = opened_with(hand, laid)
    found = completion(position)
    assert (found is None) == (reached is None)
    assert reached is None or ", ".join(map(format_cards, found or ())) == reached


CARDS = st.sampled_from(parse_cards("9H KH AH 2H 3S 4S 5S 9S 9C 8H *"))


@settings(deadline=None, max_examples=100)
@given(st.lists(CARDS, min_size=1, max_size=4), st.sampled_from(["10H JH QH", "9C 9S 9D", "AH 2H 3H", "8S 7S 6S"]))
def test_6_5_the_search_reaches_40_when_trying_all_cards_does(hand: list[int], laid: str) -> None:
    position = opened_with("", laid)
    position = position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]))
    parts = {part for size in range(len(hand)) for part in permutations(hand, size)}
    lying = position.table[1].cards
    # Some cards before a meld, some behind, the others one new meld: four cards allow no second one.
    tried = (
        [(*part[:front], *lying, *part[front:back]), *([part[back:]] if part[back:] else [])]
        for part in parts
        for front in range(len(part) + 1)
        for back in range(front, len(part) + 1)
    )
    assert (completion(position) is not None) == any(not may_complete(position, melds) for melds in tried)
