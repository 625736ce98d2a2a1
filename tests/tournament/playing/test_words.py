"""Sentences of a table: every refusal, every act, every command and every fault of a line has one."""

from dataclasses import replace

import pytest
from django.utils import translation

from romme_turnier.core.playing.commands.reading import CommandError, Expected, parse_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.refusals import TABLE_CODES
from romme_turnier.core.playing.rulings import leaves, ordered
from romme_turnier.core.playing.table import Table, new_game
from romme_turnier.core.rules.record import Act, Verb, parse_line
from romme_turnier.core.rules.system.cards import HIDDEN
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.playing.words.acts import say_line
from romme_turnier.tournament.playing.words.commands import explain, say_unread
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.playing.words.tables import players_of, score_of
from tests.core.playing.matches import goes_on
from tests.core.playing.tables import gathered

NAMES = ("Anna", "Bernd", "Cora")


@pytest.mark.parametrize("code", TABLE_CODES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_of_a_table_is_a_sentence(code: str, language: str) -> None:
    params = dict.fromkeys(TABLE_CODES[code], "Anna")
    with translation.override(language):
        words = say_refused(Violation(code, "", params))
        with_clause = say_refused(Violation(code, "Kommandos", params))
    assert words[0] in "„“" or words[0].isupper()
    assert code not in words
    assert "%(" not in words
    assert ("Anna" in words) is bool(params)
    assert with_clause == f"{words} (Kommandos)"


def test_what_the_rules_of_a_game_forbid_is_said_as_everywhere() -> None:
    assert say_refused(Violation("joker_discarded", "§ 6.10")) == (
        "Ein Joker darf nur als letzte Karte abgelegt werden (§ 6.10)"
    )


@pytest.mark.parametrize("verb", Verb)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_act_is_a_sentence(verb: Verb, language: str) -> None:
    act = Act(2, verb, (10,), ("m3",), ((1, 2, 3),), number=1)
    with translation.override(language):
        words = say_line(act, NAMES)
    assert words[0].isupper()
    assert verb not in {Verb.DRAW, Verb.TAKE, Verb.LAY, Verb.ADD, Verb.DISCARD} or "Bernd" in words
    assert "%(" not in words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 draw 9C", "Bernd zieht: Kreuz 9"),
        ("2 lay m1 9H *10H JH", "Bernd legt aus: Herz 9, Joker als Herz 10, Herz Bube"),
        ("3 add m1 QH", "Cora legt an Kombination 1 (Herz 9, Herz 10, Herz Bube) an: Herz Dame"),
        ("1 knock", "Anna möchte die offene Karte"),
        ("2 out 4C", "Bernd beendet das Spiel und legt ab: Kreuz 4"),
        ("1 ! 3 discard *", "Nicht nach den Regeln: Cora legt ab: Joker"),
        ('0 ruling §6.10 "zurück" penalty 1 100', "Anordnung nach § 6.10: zurück (Anna: 100 Strafpunkte)"),
        ("= stock 12", ""),
    ],
)
def test_lines_of_a_record_are_said(line: str, words: str) -> None:
    read = parse_line(line, 3)
    assert read is not None
    assert say_line(read, NAMES, {"m1": (33, 34, 35)}) == words


def test_cards_that_were_not_seen_are_counted() -> None:
    assert say_line(Act(2, Verb.DRAW, (HIDDEN,)), NAMES) == "Bernd zieht: eine Karte"
    assert say_line(Act(0, Verb.DEAL, (HIDDEN,) * 13, number=3), NAMES) == "Cora bekommt: 13 Karten"


@pytest.mark.parametrize("word", Word)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_command_is_explained(word: Word, language: str) -> None:
    with translation.override(language):
        assert explain(word).endswith(".")


@pytest.mark.parametrize("expected", Expected)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_fault_of_a_line_says_what_was_expected(expected: Expected, language: str) -> None:
    with translation.override(language):
        words = say_unread(CommandError("quak", expected, Word.DISCARD, ("eins", "zwei")))
    assert words.startswith("ablegen: ")
    assert "quak" in words
    assert words.endswith(".")


def test_a_line_that_is_not_understood_names_the_word_that_is_meant() -> None:
    with pytest.raises(CommandError) as caught:
        parse_command("anlegen herz10")
    assert say_unread(caught.value) == (
        "anlegen: „herz10“ ist hier nicht zu verstehen: "
        "Erwartet wird zuerst die Nummer einer Kombination auf dem Tisch."
    )


def test_who_left_for_good_is_told_and_nobody_has_won_where_too_few_are_there() -> None:
    table = goes_on(new_game(replace(gathered("rommeordnung", 4), in_event=True)))
    for seat in (3, 1):
        left = ordered(table, leaves(seat))
        assert isinstance(left, Table)
        table = left
    assert "Anna: hat den Platz verlassen" in [*score_of(table)]
    assert not any("Gewonnen" in line for line in score_of(table))
    assert "3) Cora (hat den Platz verlassen)" in [*players_of(table)]
