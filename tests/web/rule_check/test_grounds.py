"""Grounds of an answer: each yes has its clause, each no its cause; the program's own readings are marked."""

import pytest
from django.http import QueryDict

from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.case import Case
from romme_turnier.web.rule_check.examples import examples_of
from romme_turnier.web.rule_check.grounds import OWN_READING
from romme_turnier.web.rule_check.verdict import Answer, Verdict

YES, NO = Verdict.YES, Verdict.NO


def asked(query: str) -> Answer:
    found = answer(Case.read(QueryDict(query)))
    assert found is not None
    return found


@pytest.mark.parametrize("key", RULE_SYSTEMS)
def test_every_yes_to_an_example_of_the_sources_names_a_clause(key: str) -> None:
    for example in examples_of(RULE_SYSTEMS[key]):
        found = answer(example.case)
        assert found is not None
        assert (found.verdict is YES) == bool(found.clause), example.words


@pytest.mark.parametrize(
    ("query", "clause"),
    [
        ("frage=kombination&karten=9H * JH", "§ 4.3.1"),
        ("frage=kombination&karten=9H 9S 9C", "§ 4.3.2"),
        ("frage=auslegen&kombinationen=10H JH QH KH&hand=2C", "§ 6.3"),
        ("frage=ergaenzen&kombinationen=7H 8H 9H&hand=10H JH 2C", "§ 6.5"),
        ("frage=anlegen&liegt=5H 6H 7H&karten=8H", "§ 6.11"),
        ("frage=joker&liegt=9H * JH&karte=10H", "§ 6.11"),
        ("frage=nehmen&karte=8H&hand=9H KD&tisch=5H 6H 7H&ausgelegt=1", "§ 7.3"),
        ("frage=abwerfen&karte=7D", "§ 6.9"),
        ("frage=abwerfen&karte=*&letzte=1", "§ 6.10"),
        ("frage=abwerfen&karte=7D&letzte=1", "§ 8.1"),
        ("regeln=treppenromme&frage=anlegen&liegt=5H 6H 7H&karten=8H", "Das Anschreiben"),
        ("regeln=contract&frage=abwerfen&karte=7D&letzte=1&kontrakt=3", "Ende einer Runde - Aus gehen"),
        ("regeln=contract&frage=auslegen&kombinationen=4S 4C 4D / 6S 6C 6D&hand=2C", "Kontrakte"),
        ("regeln=classic&frage=nehmen&karte=7D", "Spielregeln"),
    ],
)
def test_yes_names_the_clause_that_allows_it(query: str, clause: str) -> None:
    found = asked(query)
    assert (found.verdict, found.clause) == (YES, clause)


# Laying out


def test_8_1_all_fourteen_cards_are_not_laid_out_though_the_hand_is_left_empty() -> None:
    found = asked("frage=auslegen&kombinationen=10H BH DH KH / 2C 3C 4C / 2S 3S 4S / AD 2D 3D 4D")
    assert found.verdict is NO
    assert found.reasons == ("Es bleibt keine Karte, die zum Schluss abgelegt werden kann (§ 8.1)",)
    fifteen = asked("frage=auslegen&kombinationen=10H BH DH KH / 2C 3C 4C / 2S 3S 4S / AD 2D 3D 4D 5D")
    assert fifteen.reasons == ("Das sind 15 Karten, mehr als 14 hält niemand (§ 5.7)",)


def test_6_3_thirteen_cards_below_40_say_why_they_are_enough() -> None:
    found = asked("frage=auslegen&kombinationen=2H 3H 4H / 2C 3C 4C / 2S 3S 4S / AD 2D 3D 4D&hand=KS")
    assert (found.verdict, found.headline, found.clause) == (YES, "Ja: 37 Augen", "§ 6.3")
    assert found.reasons == ("Die 40 Augen sind nicht nötig: Alle 13 Karten liegen aus, und die letzte wird abgelegt.",)


def test_6_4_6_5_6_7_a_wrong_laying_out_says_what_is_then_ordered() -> None:
    assert "(§ 6.5)" in asked("frage=auslegen&kombinationen=10H JH QH").remedy
    assert "(§ 6.4)" in asked("frage=auslegen&kombinationen=10H JH QH").remedy
    assert "(§ 6.7)" in asked("frage=auslegen&kombinationen=10H JH KH").remedy
    assert not asked("regeln=classic&frage=auslegen&kombinationen=10H JH QH").remedy


def test_das_auslegen_one_meld_alone_is_told_from_all_together() -> None:
    found = asked("regeln=rommee&frage=auslegen&kombinationen=9H 10H JH / 2C 3C 4C&hand=5D")
    assert found.reasons == ("Eine einzelne Kombination muss 30 Augen zählen, die beste zählt 29 (Das Auslegen)",)
    assert found.also_words == "Es reicht mit keiner Kombination: Die beste zählt 29 Augen."
    nothing = asked("regeln=rommee&frage=lage&tisch=&hand=2H 5C 9D")
    assert (
        nothing.parts[0].answer.headline
        == "Aus diesen Karten lässt sich nichts auslegen, wenn eine zum Ablegen bleibt."
    )


# The top discard


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (
            "karte=5H&hand=4H&tisch=AH 2H 3H&ausgelegt=1",
            "Es bleibt keine Karte, die zum Schluss abgelegt werden kann (§ 8.1)",
        ),
        (
            "karte=4H&hand=KD 9C&tisch=AH 2H 3H&ausgelegt=1",
            "Herz 4 darf nicht ohne eine Karte der Hand angelegt werden (§ 7.3)",
        ),
        ("karte=5H&hand=6H 7H KD", "Zum ersten Auslegen sind 40 Augen nötig, hier sind es 18 (§ 6.3)"),
        (
            "karte=5H&hand=4H KD&tisch=AH 2H 3H",
            "Wer noch nicht ausgelegt hat, darf die Kombinationen auf dem Tisch nicht nutzen (§ 6.11)",
        ),
        (
            "karte=5H&hand=9C KD&tisch=AH 2H 3H&ausgelegt=1",
            "Herz 5 darf nur nehmen, wer die Karte sofort mit einer Handkarte auslegt oder anlegt (§ 7.3)",
        ),
    ],
)
def test_7_3_open_card_is_refused_for_what_hinders_its_use(query: str, reason: str) -> None:
    found = asked(f"frage=nehmen&{query}")
    assert (found.verdict, found.reasons) == (NO, (reason,))


# Questions that the source leaves open


def test_own_readings_say_that_they_are_the_programs_own() -> None:
    own = str(OWN_READING)
    fetching = asked("frage=abwerfen&karte=10H&tisch=9H * JH&naechster=1")
    assert fetching.verdict is YES
    assert fetching.reasons == (
        "Mit Herz 10 ließe sich nur ein Joker holen; ein Anleger ist diese Karte deshalb nicht.",
        own,
    )
    last = asked("frage=abwerfen&karte=8H&tisch=5H 6H 7H&naechster=1&letzte=1")
    assert (last.verdict, last.reasons[1:]) == (YES, (own,))
    open_card = asked("frage=nehmen&karte=10H&hand=2C KS&tisch=9H * JH&ausgelegt=1")
    assert (open_card.verdict, open_card.reasons[1:]) == (NO, ("Mit der offenen Karte wird kein Joker geholt.", own))
    assert asked("frage=abwerfen&karte=2C&tisch=9H * JH&naechster=1").reasons == ()


def test_last_card_of_the_last_contract_is_not_discarded() -> None:
    found = asked("regeln=contract&frage=abwerfen&karte=5H&letzte=1&kontrakt=7")
    assert found.reasons == ("Die letzte Karte darf hier nicht abgelegt werden (Ende einer Runde - Aus gehen)",)
    assert asked("regeln=contract&frage=abwerfen&karte=5H&kontrakt=7").verdict is YES
