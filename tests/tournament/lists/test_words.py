"""Violations in German words."""

import pytest

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.notation import ERROR_CODES
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.violations import CODES, Violation
from romme_turnier.tournament.lists.checking.scorer_error_words import note_difference
from romme_turnier.tournament.lists.words import describe, describe_cell_error, describe_in_row

RULES = get_ruleset("rommeordnung")


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_a_sentence_with_place_and_clause(code: str) -> None:
    whole_list = code == "many_players"
    params = {name: None if name == "game" and whole_list else 7 for name in CODES[code]}
    words = describe(Violation(code, "§ 8.2", params), RULES)
    assert code not in words
    assert words.endswith("(§ 8.2)")
    assert ("Spiel 7" in words) != whole_list
    assert ("Platz 7" in words) == ("seat" in params)
    assert "%" not in words
    assert "!" not in words


def test_one_point_says_what_is_possible() -> None:
    violation = Violation("points_too_low", "§ 8.2", {"game": 7, "seat": 3, "points": 1, "least": 2})
    assert describe(violation, RULES) == "Spiel 7, Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)"


def test_remark_next_to_its_row_does_not_name_the_game_again() -> None:
    assert describe_in_row(Violation("no_finisher", "§ 8.1", {"game": 7}), RULES) == "Niemand hat beendet (§ 8.1)"


@pytest.mark.parametrize("system", [key for key, rules in RULE_SYSTEMS.items() if rules.has_handromme])
def test_end_at_one_stroke_is_called_as_the_rule_system_calls_it(system: str) -> None:
    words = describe_in_row(Violation("handromme_without_finisher", "§", {"game": 7}), RULE_SYSTEMS[system])
    name = "Rommé-Hand" if system == "treppenromme" else "Handrommé"
    assert words == f"{name} ist angekreuzt, aber nicht, von wem (§)"


def test_sums_below_zero_have_a_real_minus() -> None:
    difference = Difference(2, Figure.RESULT, -5, 45)
    words = "Platz 2: Ergebnis laut Liste −5, gerechnet 45"
    assert note_difference(difference, RULES) == f"{words} (§ 2.2.5)"
    assert note_difference(difference, get_ruleset("contract")) == words


@pytest.mark.parametrize("code", sorted(ERROR_CODES))
def test_unreadable_cell_says_what_was_typed(code: str) -> None:
    assert describe_cell_error(code, 3, "3o").startswith("Platz 3: „3o“ ")


def clash(**params: int | str) -> Violation:
    facts: dict[str, int | str | None] = {"game": 7, "jokers_needed": 0, "jokers": 6, "aces": 8, **params}
    return Violation("not_in_deck_together", "§ 4.1", facts)


def test_equal_hands_that_need_more_jokers_than_there_are() -> None:
    assert describe(clash(hands="197 197 197", short="jokers", jokers_needed=18), RULES) == (
        "Spiel 7: drei Hände mit je 197 Punkten gibt es nicht zusammen: "
        "sie brauchen mindestens 18 Joker, im Spiel sind nur 6 (§ 4.1)"
    )


def test_hands_that_need_more_jokers_and_aces_than_there_are() -> None:
    assert describe_in_row(clash(hands="195 134", short="high"), RULES) == (
        "Hände mit 195 und 134 Punkten gibt es nicht zusammen: im Spiel sind nur 6 Joker und 8 Asse (§ 4.1)"
    )


def test_hands_that_need_more_low_cards_than_there_are() -> None:
    assert describe_in_row(clash(hands="51 51 51", short="low"), RULES) == (
        "Drei Hände mit je 51 Punkten gibt es nicht zusammen: so viele niedrige Karten sind nicht im Spiel (§ 4.1)"
    )


def no_melds(noted: str, short: str) -> str:
    return describe(Violation("no_such_melds", "Das Anschreiben", {"game": 7, "noted": noted, "short": short}), RULES)


def test_points_that_no_melds_give() -> None:
    assert no_melds("7 6", "melds") == (
        "Spiel 7: 7 und 6 Punkte zusammen gibt es nicht in einem Spiel: "
        "dafür fehlen die Kombinationen, schon die kleinste zählt 6 (Das Anschreiben)"
    )
    assert no_melds("1", "melds").startswith("Spiel 7: 1 Punkt gibt es nicht in einem Spiel: ")


def test_points_that_the_pack_cannot_be_divided_into() -> None:
    assert no_melds("395", "cards") == (
        "Spiel 7: 395 Punkte gibt es nicht in einem Spiel: "
        "die 52 Karten lassen sich nicht so aufteilen (Das Anschreiben)"
    )
