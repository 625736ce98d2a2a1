"""Another rule system is another value: a small Rommé for two or three, defined only here."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from romme_turnier.core.rules.interface import questions as interface_questions
from romme_turnier.core.rules.interface.answers import answer
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.search.best import best
from romme_turnier.core.rules.search.rules import search_rules
from romme_turnier.core.rules.system import registry
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import (
    Change,
    LastDiscard,
    MeldRules,
    Option,
    Pack,
    PlayRules,
    RuleSet,
    SetJoker,
    Values,
)
from tests.core.rules.written import cards, joker_taken, laid_off, opened, said

# One pack, two jokers, short runs, dear aces, a Handrommé: all numbers differ from those of the five systems.
SMALL = RuleSet(
    key="small",
    name="Kleines Rommé",
    seats_min=2,
    seats_max=3,
    games=6,
    finisher_required=True,
    highest_wins=False,
    left_min=2,
    left_max=140,
    hand_romme_min=20,
    hand_factor=1,
    usual_bonus=(0, 10, 25),
    clauses=MappingProxyType({"run_too_long": "Kleine Regeln", "gap": "Folgen", "opening_too_low": "Auslegen"}),
    packs=(Pack(players=2, packs=1, jokers=2),),
    melds=MeldRules(run_most=5, corner=False, jokers_in_set=1, jokers_in_run=1, set_joker=SetJoker.NAMED),
    values=Values(hand_ace=20, hand_joker=25, set_ace=20, top_ace=20),
    play=PlayRules(dealt=7, minimum=20, last_discard=LastDiscard.FREE),
    options=MappingProxyType({"minimum": Option(values=(20, 30), changes=(Change("play", "minimum"),))}),
)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the value stood in the registry."""
    table = MappingProxyType({**registry.RULE_SYSTEMS, SMALL.key: SMALL})
    monkeypatch.setattr(registry, "RULE_SYSTEMS", table)
    monkeypatch.setattr(interface_questions, "RULE_SYSTEMS", table)


def test_melds_follow_its_shapes_and_values() -> None:
    assert said("AH AS AD", SMALL) == "set 60: AH AS AD"
    assert said("QH KH AH", SMALL) == "run 40: QH KH AH"
    assert said("9H * JH", SMALL) == "run 29: 9H *10H JH"


def test_melds_are_refused_with_its_clauses() -> None:
    assert said("5H 6H 8H", SMALL) == "gap Folgen"
    assert said("KH AH 2H", SMALL) == "ace_in_middle"
    assert said("5H 6H 7H 8H 9H 10H", SMALL) == "run_too_long Kleine Regeln"
    assert said("7H * *", SMALL).startswith("too_many_jokers, ")


def test_name_of_a_joker_says_nothing_in_a_set_and_counts_in_a_run() -> None:
    loose = replace(SMALL, melds=MeldRules(jokers_in_set=1, set_joker=SetJoker.FOURTH_CARD))
    assert said("AC AS *AC", loose) == "set 60: AC AS *"
    assert said("* * AC", loose) == "run 40: *QC *KC AC"
    assert said("* *AC AC", loose).startswith("too_many_jokers")
    assert not search_rules(loose).jokers_apart


def test_first_laying_out_needs_its_minimum() -> None:
    assert opened("2C 3C 4C", ruleset=SMALL) == "opening_too_low Auslegen"
    assert opened("QH KH AH", hand="", ruleset=SMALL) == "40"


def test_laying_off_and_taking_a_joker() -> None:
    assert laid_off("5H 6H 7H", "8H 9H", SMALL) == "5H 6H 7H 8H 9H"
    assert laid_off("5H 6H 7H 8H 9H", "10H", SMALL) == "run_too_long Kleine Regeln"
    assert joker_taken("9H *10H JH", "10H", SMALL) == "9H 10H JH"


def test_hand_counts_its_aces_and_jokers() -> None:
    assert points_left(cards("10H AS *", SMALL), SMALL) == 55


def test_best_melding_uses_its_jokers_and_no_corner() -> None:
    found = best(cards("KH AH 2H 9S * JS 4D", SMALL), search_rules(SMALL))
    assert found.points_left == 2 + 9 + 10 + 4  # KH AH and the joker as the queen


def test_reported_game_is_held_against_its_pack() -> None:
    def codes(*points: int, handromme: bool = False) -> str:
        found = check_outcome(SMALL, finisher=1, handromme=handromme, points=points, options_known=True)
        return " ".join(violation.code for violation in found)

    assert codes(0, 37, 12) == ""
    assert codes(0, 1, 12) == "points_too_low"
    assert codes(0, 140, 12) == ""  # both jokers, four aces, a king
    assert codes(0, 140, 140) == "not_in_deck_together"
    assert codes(0, 2, 37, handromme=True) == "handromme_points_too_low"


@pytest.mark.usefixtures("registered")
def test_interface_answers_for_it() -> None:
    assert answer({"ask": "hand", "ruleset": "small", "cards": "10H AS *"}) == {"points": 55}
    assert answer({"ask": "meld", "ruleset": "small", "cards": "AH AS AD"})["points"] == 60
    assert answer({"ask": "best", "ruleset": "small", "cards": "9S 9H 9D 2C"})["left"] == 2
    assert not answer({"ask": "hand", "ruleset": "small", "cards": "* * *"})["valid"]
    low = {"ask": "opening", "ruleset": "small", "melds": ["7H 8H 9H"]}
    assert answer(low)["valid"]
    assert not answer({**low, "options": {"minimum": 30}})["valid"]


@pytest.mark.usefixtures("registered")
def test_list_is_added_up_with_its_games_and_bonus() -> None:
    games = [
        {"number": number, "finisher": 1, "handromme": number == 6, "points": [0, 60, 40]} for number in range(1, 7)
    ]
    answered = answer({"ask": "list", "ruleset": "small", "seats": 3, "games": games})
    assert answered["violations"] == []
    assert [sums["total"] for sums in answered["results"]] == [-10 - 25, 360 - 10, 240 - 10]
