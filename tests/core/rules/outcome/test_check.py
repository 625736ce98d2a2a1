"""Valid reports of games, clause by clause."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from romme_turnier.core.rules import RULE_SYSTEMS, UnknownRuleSetError, check_outcome, get_ruleset, with_options
from romme_turnier.core.rules.outcome.check import points_bounds
from romme_turnier.core.violations import CODES

ROMMEORDNUNG = get_ruleset("rommeordnung")


def check(
    *points: int | None,
    finisher: int | None = 1,
    handromme: bool = False,
    ruleset: str = "rommeordnung",
    vacant: frozenset[int] = frozenset(),
) -> list[tuple[str, str, int | str | None]]:
    """Code, clause and seat of the violations of game 7."""
    found = check_outcome(
        get_ruleset(ruleset), finisher=finisher, handromme=handromme, points=points, game=7, vacant=vacant
    )
    assert all(violation.params["game"] == 7 for violation in found)
    return [(violation.code, violation.clause, violation.params.get("seat")) for violation in found]


# § 8.1: one player ends the game


def test_a_game_with_one_finisher_and_possible_hands_is_let_through() -> None:
    assert check(37, 0, 55, 12, finisher=2) == []
    assert check(37, 0, 55, finisher=2) == []


def test_8_1_a_game_without_finisher_is_marked() -> None:
    assert check(37, 20, 55, 12, finisher=None) == [("no_finisher", "§ 8.1", None)]


def test_8_1_a_single_0_that_is_not_marked_is_no_hand_that_is_too_low() -> None:
    assert check(37, 0, 55, 12, finisher=None) == [("no_finisher", "§ 8.1", None)]


def test_8_1_two_0_and_nobody_marked_are_two_finishers() -> None:
    assert check(37, 0, 0, 12, finisher=None) == [("two_finishers", "§ 8.1", None)]


def test_8_1_who_has_left_the_table_ends_no_game() -> None:
    assert check(None, 30, 55, 12, vacant=frozenset({1})) == [("finisher_has_left", "§ 8.1", 1)]


# § 8.2: the others count their hands


def test_8_2_the_finisher_has_no_points() -> None:
    assert check(5, 20, 55, 12) == [("finisher_has_points", "§ 8.2", 1)]


@pytest.mark.parametrize("points", [-3, 0, 1])
def test_8_2_a_hand_below_a_two_is_marked(points: int) -> None:
    assert check(0, points, 55, 12) == [("points_too_low", "§ 8.2", 2)]


def test_4_2_a_hand_above_six_jokers_and_seven_aces_is_marked() -> None:
    assert check(0, 197, 55, 12) == []
    assert check(0, 198, 55, 12) == [("points_too_high", "§ 4.2", 2)]


def test_the_bound_that_was_passed_is_told() -> None:
    low, high = check_outcome(ROMMEORDNUNG, finisher=1, handromme=False, points=(0, 1, 300), game=3)
    assert low.params == {"game": 3, "seat": 2, "points": 1, "least": 2}
    assert high.params == {"game": 3, "seat": 3, "points": 300, "most": 197}


# § 2.2.6: unreadable entries


def test_2_2_6_a_missing_entry_is_marked_for_its_seat() -> None:
    assert check(0, None, 55, None) == [("points_missing", "§ 2.2.6", 2), ("points_missing", "§ 2.2.6", 4)]


def test_a_seat_that_was_left_needs_no_entry_and_may_have_none() -> None:
    assert check(0, 20, 55, None, vacant=frozenset({4})) == []
    assert check(0, 20, 55, 12, vacant=frozenset({4})) == [("vacated_seat_has_points", "§ 2.2.2", 4)]


def test_a_0_of_a_seat_that_was_left_is_no_second_finisher() -> None:
    codes = [code for code, _, _ in check(0, 20, 55, 0, finisher=None, vacant=frozenset({4}))]
    assert codes == ["no_finisher", "vacated_seat_has_points"]


# § 6.2, § 3.2.2: Handrommé


def test_6_2_in_a_handromme_every_other_hand_has_thirteen_cards() -> None:
    assert check(0, 31, 197, 90, handromme=True) == []
    assert check(0, 30, 198, 90, handromme=True) == [
        ("handromme_points_too_low", "§ 6.2", 2),
        ("points_too_high", "§ 4.2", 3),
    ]


def test_3_2_2_a_handromme_needs_somebody_who_ended_the_game() -> None:
    assert check(44, 31, 90, 77, finisher=None, handromme=True) == [
        ("no_finisher", "§ 8.1", None),
        ("handromme_without_finisher", "§ 3.2.2", None),
    ]


def test_all_faults_of_a_request_are_reported_together() -> None:
    codes = [code for code, _, _ in check(4, 1, 300, None, finisher=1)]
    assert codes == ["finisher_has_points", "points_too_low", "points_too_high", "points_missing"]


# The other rule systems


def test_classic_and_contract_know_no_handromme() -> None:
    assert check(0, 40, 50, handromme=True, ruleset="classic") == [("handromme_not_in_ruleset", "", None)]
    assert [code for code, _, _ in check(0, 40, 50, handromme=True, ruleset="contract")] == ["handromme_not_in_ruleset"]


def test_rommee_one_card_may_be_left_when_another_has_handromme() -> None:
    assert check(0, 2, 250, 30, handromme=True, ruleset="rommee") == []
    assert check(0, 1, 250, 30, handromme=True, ruleset="rommee") == [
        ("handromme_points_too_low", "Ausnahme Handromme", 2)
    ]


def test_treppenromme_the_stock_may_be_used_up_and_who_goes_out_has_points() -> None:
    assert check(30, 0, 0, 75, finisher=None, ruleset="treppenromme") == []
    assert check(30, 0, 0, 75, finisher=4, ruleset="treppenromme") == []
    assert check(30, 0, 0, 175, finisher=4, handromme=True, ruleset="treppenromme") == []


def test_treppenromme_no_game_gives_more_than_the_pack_counts_twice() -> None:
    assert check(793, 0, 0, ruleset="treppenromme") == [("points_too_high", "Das Anschreiben", 1)]


# The registry


def test_the_registry_holds_five_rule_systems_under_their_keys() -> None:
    assert list(RULE_SYSTEMS) == ["rommeordnung", "classic", "rommee", "treppenromme", "contract"]
    assert all(get_ruleset(key).key == key for key in RULE_SYSTEMS)


def test_an_unknown_rule_system_is_refused_by_name() -> None:
    with pytest.raises(UnknownRuleSetError) as caught:
        get_ruleset("canasta")
    assert caught.value.key == "canasta"


@pytest.mark.parametrize("seats", [3, 4])
def test_5_7_twelve_games_give_each_seat_the_deal_equally_often(seats: int) -> None:
    dealers = [ROMMEORDNUNG.dealer(game, seats) for game in range(1, 13)]
    assert dealers[: seats + 1] == [*range(1, seats + 1), 1]
    assert {dealers.count(seat) for seat in range(1, seats + 1)} == {12 // seats}


@given(
    seats=st.integers(3, 4),
    left=st.dictionaries(st.integers(1, 4), st.integers(1, 13), max_size=2),
    first=st.integers(1, 3),
)
def test_5_7_who_has_left_is_passed_over_and_the_left_neighbour_of_who_dealt_last_deals(
    seats: int, left: dict[int, int], first: int
) -> None:
    left = {seat: game for seat, game in left.items() if seat <= seats}
    dealers = [ROMMEORDNUNG.dealer(game, seats, left, first=first) for game in range(1, 13)]
    hand = first
    for game, dealer in enumerate(dealers, start=1):
        while game >= left.get(hand, 13):  # the pack goes round until a player takes it
            hand = hand % seats + 1
        assert dealer == hand
        hand = hand % seats + 1


def test_a_seat_that_the_table_does_not_have_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="no seat 5"):
        check(0, 20, 55, 12, finisher=5)


@given(
    key=st.sampled_from(list(RULE_SYSTEMS)),
    points=st.lists(st.none() | st.integers(-2, 1500), min_size=2, max_size=8),
    handromme=st.booleans(),
    data=st.data(),
)
def test_every_finding_has_a_known_code_and_its_params(
    key: str, points: list[int | None], handromme: bool, data: st.DataObject
) -> None:
    seats = range(1, len(points) + 1)
    finisher = data.draw(st.none() | st.sampled_from(seats))
    vacant = data.draw(st.frozensets(st.sampled_from(seats)))
    found = check_outcome(
        RULE_SYSTEMS[key],
        finisher=finisher,
        handromme=handromme,
        points=points,
        vacant=vacant,
    )
    for violation in found:
        assert set(violation.params) == CODES[violation.code]
    assert len(set(found)) == len(found), "each finding once"


# Agreements


@pytest.mark.parametrize(
    ("key", "options", "most", "beyond"),
    [
        ("rommee", {}, 186, 500),
        ("rommee", {"knocking": True}, 500, 850),
        ("classic", {}, 128, 300),
        ("classic", {"take_many": True}, 300, 776),
        ("contract", {}, 500, 783),
        ("contract", {"joker_25": True}, 770, 793),
    ],
)
def test_what_a_hand_can_count_follows_from_what_was_agreed_upon(
    key: str, options: dict[str, bool], most: int, beyond: int
) -> None:
    played = with_options(get_ruleset(key), options)
    for points, codes in ((most, []), (beyond, ["points_too_high"])):
        found = check_outcome(played, finisher=1, handromme=False, points=[0, points, 20], options_known=True)
        assert [violation.code for violation in found] == codes


@given(st.data())
def test_bounds_of_an_entry_are_wide_enough_for_every_row_that_is_let_through(data: st.DataObject) -> None:
    ruleset = data.draw(st.sampled_from(list(RULE_SYSTEMS.values())))
    options = {
        name: data.draw(st.sampled_from((False, *(option.values or (True,)))), label=name)
        for name, option in ruleset.options.items()
    }
    agreed = {name: value for name, value in options.items() if value is not False}
    assume(not any(ruleset.options[name].excludes & agreed.keys() for name in agreed))
    known = data.draw(st.booleans())
    rules = with_options(ruleset, agreed)
    points = data.draw(st.lists(st.integers(0, 250), min_size=3, max_size=3))
    handromme = rules.has_handromme and data.draw(st.booleans())
    found = check_outcome(rules, finisher=1, handromme=handromme, points=points, game=2, options_known=known)
    for seat, entry in enumerate(points if not found else (), start=1):
        least, most = points_bounds(rules, ended=seat == 1, handromme=handromme, options_known=known)
        assert least <= entry <= most
