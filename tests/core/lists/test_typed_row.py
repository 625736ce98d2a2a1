"""Typed notes of games in which points are won (Das Anschreiben, Das Fertigmachen)."""

import pytest

from romme_turnier.core.lists.typed_row import noted, read_row
from romme_turnier.core.rules import get_ruleset

RULES = get_ruleset("treppenromme")


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("18+30+27", "75"),
        ("6 6 6 + D K A 2 3 + B + 7 + 10", "75"),  # the example of the source, as it tells it
        ("6 6 6 6", "24"),
        ("A A A", "45"),
        ("D K A", "30"),
        ("q k a", "30"),
        ("D K A 2", "27"),
        ("A 2 3", "6"),
        ("3 2 A", "6"),
        ("5 6 7 8 9", "35"),
        ("R5 6 7", "R18"),
        ("3 7", "37"),
        ("r 5+ 6", "R11"),
        ("9+1/20", "10/20"),
        ("18*", "18*"),
        ("B", "10"),
    ],
)
def test_das_anschreiben_melds_are_valued_by_the_engine(typed: str, points: str) -> None:
    assert noted([typed, "", ""], RULES)[0] == points


@pytest.mark.parametrize(
    "typed", ["6 6 7", "5 6 8", "6 6 6 6 6", "A", "A+5", "?", "18/?", "+5", "", "6(", "5 6 7 5", "1 2 x"]
)
def test_what_is_no_meld_and_no_number_stays_as_it_was_typed(typed: str) -> None:
    assert noted([typed, "R", ""], RULES)[0] == typed


def test_das_fertigmachen_who_goes_out_gets_what_the_others_hold() -> None:
    assert noted(["R18+30", "6(12)", "(30)"], RULES) == ("R90", "6", "0")
    assert noted(["R18+30", "6(12", "(30"], RULES) == ("R90", "6", "0")


@pytest.mark.parametrize("mark", ["H", ""])
def test_das_fertigmachen_a_romme_hand_counts_the_other_hands_twice_and_the_finishers_cards_once(mark: str) -> None:
    star = "" if mark else "*"
    row = read_row(1, [f"{mark}6 6 6 + D K A 2 3{star}", "6(12)", "(30)"], RULES)
    assert (row.game.finisher, row.game.handromme, row.game.points) == (1, True, (48 + 2 * 42, 6, 0))
    assert row.errors == ()


@pytest.mark.parametrize("cells", [["18", "6(12)", "0"], ["R18", "R6(12)", "0"], ["R18(5)", "6", "0"]])
def test_hands_that_nobody_gets_cannot_be_read(cells: list[str]) -> None:
    row = read_row(1, cells, RULES)
    assert [error.code for error in row.errors] == ["not_understood"]


def test_elsewhere_nothing_is_noted() -> None:
    assert [error.seat for error in read_row(1, ["6 6 6", "D K A", "0"], get_ruleset("rommee")).errors] == [2]
