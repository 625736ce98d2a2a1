"""German texts for the engine's findings at the table and for the consequences under the paragraphs."""

import pytest
from django.utils import translation

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play.position import PLAY_CODES
from romme_turnier.core.rules.system.cards import parse_cards
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.consequences import CONSEQUENCES, Consequence, Incident
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.disputes.consequence_words import say_case, say_incident, say_orders
from romme_turnier.tournament.shared.rule_words.cards import card_name, card_names
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.rule_words.play import say_at_table

CODES = {**CARD_CODES, **PLAY_CODES}
CARDS = {"card": "QH", "before": "5H 6H", "after": "10C", "named": "*KD", "place": "9S"}


@pytest.mark.parametrize("kind", ["set", "run"])
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_code_of_cards_and_positions_is_a_sentence_with_its_clause(code: str, kind: str, language: str) -> None:
    params = {name: kind if name == "kind" else CARDS.get(name, 7) for name in CODES[code]}
    with translation.override(language):
        words = say_at_table(Violation(code, "§ 6.3", params))
    assert code not in words
    assert words.endswith(" (§ 6.3)")
    assert words[0].isupper()
    assert not set("%!*") & set(words)
    for name in params:
        if name in CARDS:
            with translation.override(language):
                assert card_names(CARDS[name]) in words


def test_cards_are_said_in_words() -> None:
    names = [card_name(written) for written in ("10H", "QS", "AC", "KD", "JH", "*", "*QH")]
    assert names == ["Herz 10", "Pik Dame", "Kreuz Ass", "Karo König", "Herz Bube", "Joker", "Joker als Herz Dame"]


def test_a_meld_says_all_that_is_wrong_with_it() -> None:
    judged = judge_meld(parse_cards("5H 6H 8H"), get_ruleset("rommeordnung"))
    assert [say_at_table(found) for found in judged.violations] == ["Zwischen Herz 6 und Herz 8 fehlt etwas (§ 4.3.1)"]


def test_of_several_melds_it_is_said_which_one() -> None:
    found = Violation("gap", "§ 4.3.1", {"meld": 2, "before": "5H", "after": "7H"})
    assert say_at_table(found) == "Kombination 2: Zwischen Herz 5 und Herz 7 fehlt etwas (§ 4.3.1)"
    fits = Violation("fitting_card_discarded", "§ 6.9", {"meld": 2, "card": "8H"})
    assert say_at_table(fits).startswith("Herz 8 ist ein Anleger, passend an Kombination 2")


@pytest.mark.parametrize("incident", Incident)
def test_every_incident_has_words(incident: Incident) -> None:
    assert say_incident(incident)


@pytest.mark.parametrize("entry", CONSEQUENCES, ids=lambda entry: entry.case)
def test_every_consequence_has_words(entry: Consequence) -> None:
    assert say_case(entry).endswith(f" ({entry.clause})")
    assert len(say_orders(entry)) == len(entry.orders)
    assert all(sentence.endswith(".") for sentence in say_orders(entry))


def test_6_8_the_card_goes_on_the_joker() -> None:
    entry = next(entry for entry in CONSEQUENCES if entry.case == "joker_missed_after_discard")
    assert say_orders(entry) == (
        "Die falsch angelegte Karte kommt auf den Joker.",
        "Der Joker ist damit gesperrt.",
    )


@pytest.mark.parametrize(
    ("words", "elsewhere"),
    [
        ("Einen Platz bekommt nur, wer bezahlt hat (§ 1.3).", "Einen Platz bekommt nur, wer bezahlt hat."),
        ("Ausgeschlossen (§ 1.4) und gesperrt", "Ausgeschlossen und gesperrt"),
        ("Es zählt die ungünstigste Lesart (§ 2.2.6).", "Es zählt die ungünstigste Lesart."),
        ("Darüber entscheidet die Spielleitung (§ 2.2.6, § 2.3.2).", "Darüber entscheidet die Spielleitung."),
    ],
)
def test_paragraphs_that_other_rules_do_not_have_are_left_out(words: str, elsewhere: str) -> None:
    assert cited(words, RULE_SYSTEMS["rommeordnung"]) == words
    assert cited(words, RULE_SYSTEMS["contract"]) == elsewhere
