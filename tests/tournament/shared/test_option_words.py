"""Texts of the options of rule systems: every option has them, and its example is worked out."""

import pytest

from romme_turnier.core.rules.system.options import OptionFault, announced_options
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.tournament.shared.rule_words.options import (
    OPTION_WORDS,
    agreed_in_words,
    fault_in_words,
    option_in_words,
)

OPTIONS = [(key, name) for key, rules in RULE_SYSTEMS.items() for name in announced_options(rules)]


def test_every_option_has_words_and_no_word_is_without_one() -> None:
    assert {name for _key, name in OPTIONS} == set(OPTION_WORDS)


EXAMPLES = {
    ("rommee", "minimum"): "Herz 10, Herz Bube, Herz Dame zählen 30: Das genügt bei 30, nicht bei 40.",
    ("rommee", "knocking"): (
        "Am Tisch mit 4 Plätzen zählt eine Hand am Ende höchstens 849 Punkte, sonst höchstens 186."
    ),
    ("rommee", "rearranging"): (
        "Liegen 3 Sequenzen von 8 bis Bube in Kreuz, Pik und Herz, werden mit Karo 8 aus der Hand daraus 4 Sätze."
    ),
    ("classic", "without_laying_out"): (
        "Ansagen bei höchstens 7 Punkten: mit Pik 4, Herz 3 (7) ja, mit Pik 5, Herz 3 (8) nein."
    ),
    ("classic", "one_suit"): "10 Karten in Pik, die sonst 74 Punkte kosten könnten, gewinnen das Spiel.",
    ("classic", "take_many"): (
        "Am Tisch mit 4 Plätzen zählt eine Hand am Ende höchstens 775 Punkte, sonst höchstens 128."
    ),
    ("classic", "simple"): (
        "Jeder bekommt 7 statt 10 Karten. Drei Dreien (9 Punkte) als Erstes auslegen: erlaubt, sonst nicht erlaubt."
    ),
    ("contract", "jokers_by_players"): (
        "3 Spieler: 2 Joker statt 1; 4 Spieler: 3 Joker statt 1; 8 Spieler: 7 Joker statt 2."
    ),
    ("contract", "no_jokers"): "4 Spieler spielen mit 104 statt 105 Karten.",
    ("contract", "free_contract"): (
        "Vier Siebenen und drei Könige in Runde 1 (2 Sätze): erlaubt, sonst nicht erlaubt."
    ),
    ("contract", "round7_discard"): (
        "Beim Ausgehen in Runde 7 darf eine Karte abgelegt werden, sonst darf keine Karte abgelegt werden."
    ),
    ("contract", "joker_25"): "Pik Ass, Herz 9, Joker auf der Hand zählen 49 Punkte, sonst 39.",
}


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_example_is_what_the_engine_says(key: str, name: str) -> None:
    assert OPTION_WORDS[name].example(get_ruleset(key)) == EXAMPLES[key, name]


def test_what_was_agreed_upon_is_said_with_what_holds_anyway() -> None:
    assert agreed_in_words(get_ruleset("rommee"), {"knocking": True}) == ["Erstes Auslegen ab 30 Punkten", "Klopfen"]
    assert agreed_in_words(get_ruleset("classic"), {"without_laying_out": True, "simple": False}) == [
        option_in_words("without_laying_out", 7)
    ]
    assert agreed_in_words(get_ruleset("rommeordnung"), {}) == []


def test_faults_of_options_are_sentences() -> None:
    contract, rommee = get_ruleset("contract"), get_ruleset("rommee")
    assert fault_in_words(contract, OptionFault("no_jokers", "excluded", other="joker_25")) == (
        "„Ohne Joker“ passt nicht zu „Ein Joker auf der Hand zählt 25 Punkte“. Bitte wählen Sie eines von beiden."
    )
    assert fault_in_words(rommee, OptionFault("minimum", "value", (30, 40))) == (
        "„Erstes Auslegen ab … Punkten“: Möglich ist nur 30, 40."
    )
    assert fault_in_words(rommee, OptionFault("knocking", "value")) == (
        "„Klopfen“ gilt oder gilt nicht, eine Zahl passt hier nicht."
    )
    assert fault_in_words(contract, OptionFault("knocking", "unknown")) == (
        "„knocking“ lässt sich in diesem Regelwerk nicht vereinbaren: Contract Rummy."
    )
