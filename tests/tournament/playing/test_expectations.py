"""Every expectation of the reader and of the replay of a record has a German text, and no English is shown."""

import ast
from collections.abc import Iterator

import pytest
from django.utils import translation

from romme_turnier.core.rules.record import Check, RecordError, parse_line, parse_record
from romme_turnier.tournament.playing.words.expectations import say_check, say_expected
from tests.core.rules.record.told import DEAL, TAGS
from tests.sources import PROGRAM

_MODULES = ("notation", "reading", "row", "opening_deal", "replay", "judging")
WITHOUT_WORDS = "etwas anderes"
# Parts of sentences, and texts that are never shown; the second test has the whole sentences of the parts.
_NO_SENTENCES = {
    *("romme 1", "[7 7]", 'line 7: expected 7, found "7"', 'expected 7, found "7"'),
    *("one of 7", "a number", "a seat", "7 from 7 to 7", ", ruling"),
}


def said() -> Iterator[str]:
    """Every text of these modules that has a blank, with a figure or a card in place of variables."""
    for name in _MODULES:
        tree = ast.parse((PROGRAM / "core/rules/record" / f"{name}.py").read_text(encoding="utf-8"))
        joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        docstrings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
        parts = {id(part) for text in joined for part in ast.walk(text)} | {id(text) for text in docstrings}
        constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in parts]
        texts = [str(constant.value) for constant in constants if isinstance(constant.value, str)]
        texts += ["".join(map(_filled_in, text.values)) for text in joined]
        yield from (text for text in texts if " " in text.strip())


def _filled_in(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return "7C" if "format_card" in ast.unparse(part) else "7"


def test_every_sentence_of_the_reader_and_the_replay_has_german_words() -> None:
    sentences = set(said()) - _NO_SENTENCES
    assert len(sentences) > 35
    assert [sentence for sentence in sentences if say_expected(sentence) == WITHOUT_WORDS] == []


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("4 draw 4C", 10, "ein Platz von 0 bis 3"),
        ("2 lay m1 9H XY", 10, "eine Karte, zum Beispiel 10H oder *"),
        ("2 spiel 4C", 10, "eines dieser Wörter: cut, draw, take"),
        ("0 lay 4C", 10, "end, break, block, position, ruling"),
        ("= hut 4", 10, "eines dieser Wörter: stock, turn, pile, hand, meld, noted"),
        ("2 discard 4C 5C", 10, "nur eine Karte"),
        ("0 position rommeordnung / hands ?13 / turn 1 1", 10, "eine Lage in einer Zeile; ab dem"),
        ('[Farbe "rot"]', 10, "eine dieser Angaben: Shuffle, Words, Seed, Result"),
    ],
)
def test_fault_of_a_line_is_said_with_what_stands_there(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(TAGS + DEAL + text + "\n")
    fault = caught.value.faults[0]
    assert fault.line == line
    assert words in say_expected(fault.expected)


def test_tag_that_comes_twice_where_no_other_is_left_is_said() -> None:
    assert say_expected("one of ") == "jede Angabe nur einmal"


@pytest.mark.parametrize("language", ["de", "en"])
def test_sentence_that_nobody_knows_is_not_shown(language: str) -> None:
    with translation.override(language):
        assert "wolpertinger" not in say_expected("a wolpertinger from 1 to 7")


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("= stock 32", "Karten im verdeckten Stapel: 32"),
        ("= turn 3", "an der Reihe ist Platz 3"),
        ("= pile 4C", "offen liegt oben: Kreuz 4"),
        ("= hand 2 7H *", "Platz 2 hat auf der Hand: Herz 7, Joker"),
        ("= hand 2 -", "Platz 2 hat keine Karte mehr"),
        ("= meld m1 9H *10H JH", "Kombination 1: Herz 9, Joker als Herz 10, Herz Bube"),
        ("= noted 18 0 30", "angeschrieben sind: 18, 0, 30"),
    ],
)
def test_check_that_is_not_true_is_answered_with_the_one_that_is(check: str, words: str) -> None:
    line = parse_line(check, 3)
    assert isinstance(line, Check)
    assert say_check(line) == say_expected(check) == words
