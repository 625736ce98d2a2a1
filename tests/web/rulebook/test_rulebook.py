"""The rulebook: every paragraph has its address, and the engine judges by the same data."""

import ast
import dataclasses
import inspect
import re
from io import BytesIO
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st
from pypdf import PdfReader

from romme_turnier.core.rules import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.clauses import PARAGRAPHS
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.core.rules.system.ruleset import Contract, MeldRules, Pack, PlayRules, RuleSet, Values
from romme_turnier.documents.render.booklet import pairs
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.render.pieces import LibrariesMissingError, PressError
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.web.rulebook import facts, turns, views
from romme_turnier.web.rulebook.clauses import found_in, parts_of
from romme_turnier.web.rulebook.facts import sections_of, values_of, values_table
from tests.cast import Cast
from tests.documents.layout import faults, laid_out_html


@pytest.fixture
def reader(cast: Cast) -> Client:
    """The program is set up; the reader has no account."""
    return Client()


def page(reader: Client, address: str) -> str:
    answer = reader.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def anchors(question: str = "") -> list[str]:
    return [clause.anchor for part in found_in(parts_of(DEFAULT), question) for clause in part.clauses]


# Fields that the sentences about a rule system do not read themselves, and why.
UNSAID = {
    "key": "the address",
    "name": "the heading",
    "clauses": "next to violations",
    "agreed": "the announcement's",
    "options": "read by announced_options",
    "size_fixed": "§ 2.1, and the announcement",
    "seats_wanted": "the announcement's",
    "settles": "the announcement's",
    "criteria": "the standings and § 1.5",
    "left_min": "for the check of lists",
    "left_max": "for the check of lists",
    "hand_romme_min": "for the check of lists",
    "finisher_required": "for the check of lists",
    "online_notation": "for Regel-Check",
    "sets": "read by contract_in_words",
    "runs": "read by contract_in_words",
    **dict.fromkeys(["hand_ace", "hand_joker", "set_ace", "top_ace", "middle_ace", "low_ace"], "judged: values_of"),
    "low_ace_with_king": "judged: values_of",
    **dict.fromkeys(["knocking", "rearranging", "one_suit", "take_many"], "an option with words"),
}


def test_every_field_of_a_rule_system_is_said_or_has_a_reason_why_not() -> None:
    trees = [ast.parse(inspect.getsource(module)) for module in (facts, turns)]
    read = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    parts = (RuleSet, MeldRules, Values, PlayRules, Contract, Pack)
    fields = {field.name for part in parts for field in dataclasses.fields(part)}
    assert fields - read == set(UNSAID)


def test_every_paragraph_is_there_once_and_in_order() -> None:
    wanted = [one for one in PARAGRAPHS if "." in one]
    numbered = [one for one in anchors() if one[0].isdigit() and "." in one]
    assert sorted(numbered) == sorted(wanted)
    assert numbered == sorted(numbered, key=lambda one: [int(part) for part in one.split(".")])
    assert [one for one in anchors() if one.startswith("III")] == [f"III.{n}" for n in range(1, 8)]


def test_only_headings_of_others_have_no_text() -> None:
    empty = {clause.anchor for part in parts_of(DEFAULT) for clause in part.clauses if not clause.text}
    assert empty == {"2.1", "2.2", "2.3"}


def test_search_finds_words_and_paragraphs_as_a_whole() -> None:
    assert "6.10" in anchors("joker abwerfen")
    assert anchors("§ 6.1") == ["6.1"]
    assert anchors("zauberer") == []


@pytest.mark.parametrize("key", sorted(RULE_SYSTEMS))
def test_every_system_has_a_page_of_what_the_program_goes_by(reader: Client, key: str) -> None:
    html = page(reader, reverse("rulebook:system", args=[key]))
    assert RULE_SYSTEMS[key].name in html
    assert "Was die Karten zählen" in html


def test_unknown_system_is_no_page(reader: Client) -> None:
    assert reader.get(reverse("rulebook:system", args=["skat"])).status_code == 404


def test_search_finds_what_the_data_say_under_every_system(reader: Client) -> None:
    address = reverse("rulebook:system", args=["treppenromme"])
    html = page(reader, f"{address}?q=Treppe")
    assert "beliebig viele Karten vom offenen Ende der Treppe" in html
    assert "Der Geber beginnt." not in html
    assert "Nichts gefunden" in page(reader, f"{address}?q=Zauberer")
    assert "Nichts gefunden" not in page(reader, address)


def test_clause_leads_to_its_playable_case(reader: Client) -> None:
    html = page(reader, reverse("rulebook:rulebook"))
    assert re.search(r'id="III\.7">.*?<a href="/regel-check/\?frage=nehmen', html)


def test_system_without_clauses_has_the_examples_of_its_source(reader: Client) -> None:
    html = page(reader, reverse("rulebook:system", args=["treppenromme"]))
    assert re.search(r'<a href="/regel-check/\?frage=kombination[^"]*">Dame, König, Ass, Zwei</a>', html)


def lines_of(key: str) -> list[str]:
    return [line for section in sections_of(get_ruleset(key)) for line in section.lines]


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("rommeordnung", "2 × 52 Karten und 6 Joker, zusammen 110."),
        ("rommeordnung", "Alle Kombinationen zusammen müssen 40 Augen zählen."),
        ("rommeordnung", "Wer 13 Karten auf einmal auslegt, braucht die Punkte nicht."),
        ("rommeordnung", "Am Ende der Liste gehen 20 Punkte ab, am Tisch zu dritt 15."),
        ("classic", "Jeder bekommt 10 Karten."),
        ("classic", "Nach jedem Spiel wird der Verlust zur Summe der vorigen hinzugezählt."),
        ("rommee", "Eine einzige Kombination muss 30 Augen zählen."),
        ("rommee", "Handrommé: Die Punkte des Spiels zählen doppelt."),
        ("rommee", "Handrommé: alles auf einmal, ohne vorher selbst ausgelegt oder angelegt zu haben."),
        ("treppenromme", "Rommé-Hand: Die Hände der anderen zählen doppelt, die eigenen Karten einfach."),
        ("treppenromme", "1 × 52 Karten, keine Joker."),
        ("treppenromme", "Die meisten Punkte gewinnen."),
        ("treppenromme", "Gespielt wird, bis jemand 500 Punkte hat."),
        ("treppenromme", "Eine Karte wird aufgedeckt und beginnt die Treppe."),
        ("rommeordnung", "Wer nicht offen zählt: 100 Strafpunkte, vor dem Auslegen 150."),
        ("contract", "Satz: 3 bis 8 gleiche (ab 5 Spielern bis 12)."),
        ("contract", "Runde 5: 2 Sätze und 1 Sequenz, 12 Karten auf der Hand"),
        ("contract", "In Runde 7 dürfen die Sequenzen auch länger sein."),
        ("contract", "In den Runden 1 bis 6 wird zum Schluss eine Karte abgelegt."),
        ("contract", "In Runde 7 darf zum Schluss keine Karte abgelegt werden: Alle müssen auf den Tisch."),
        ("contract", "Die Karte, mit der jemand das Spiel beendet, liegt verdeckt."),
        (
            "contract",
            "Ablegen auch in der letzten Runde: Wer in der letzten Runde ausgeht, darf die letzte Karte ablegen.",
        ),
        ("contract", "Danach zieht, wer an der Reihe ist, vom verdeckten Stapel."),
        (
            "contract",
            "Wollen mehrere sie, bekommt sie, wer als Nächstes an der Reihe wäre; ausgelegt wird dabei nichts.",
        ),
    ],
)
def test_sentences_come_from_the_data(key: str, line: str) -> None:
    assert line in lines_of(key)


def test_values_are_those_of_the_engine() -> None:
    told = {value.card: (value.in_hand, value.in_melds) for value in values_of(get_ruleset(DEFAULT))}
    assert told["Joker"] == (20, "was er ersetzt")
    assert told["Ass"] == (
        11,
        "im Satz 11, über dem König 11, unter der Zwei 1, unter der Zwei mit König 1, zwischen König und Zwei 11",
    )
    aces = {key: values_of(get_ruleset(key))[2] for key in RULE_SYSTEMS}
    assert (aces["treppenromme"].in_hand, aces["contract"].in_hand, aces["contract"].in_melds) == (15, 15, "")


# As a booklet


def test_sheets_are_folded_into_a_booklet() -> None:
    """Two sheets printed on both sides: the first holds pages 8 and 1, behind them 2 and 7."""
    assert list(pairs(8)) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert list(pairs(5)) == [(None, 0), (1, None), (None, 2), (3, 4)]


@given(st.integers(1, 60))
def test_every_page_is_in_the_booklet_once_and_neighbours_face_each_other(pages: int) -> None:
    sides = list(pairs(pages))
    assert sorted(page for side in sides for page in side if page is not None) == list(range(pages))
    assert len(sides) == 2 * -(-pages // 4)
    inner = [side for side in sides if None not in side and side[0] is not None and side[0] % 2 == 1]
    assert all(
        left + right == 4 * -(-pages // 4) - 1 for left, right in inner if left is not None and right is not None
    )


@pytest.mark.parametrize("key", sorted(RULE_SYSTEMS))
def test_nothing_is_cut_or_torn_in_the_booklet(key: str) -> None:
    rules = get_ruleset(key)
    context = {
        "rules": rules,
        "parts": parts_of(key),
        "sections": sections_of(rules),
        "values": values_table(rules, Medium.PAPER),
    }
    assert faults(laid_out_html(html_of("documents/rulebook.html", context))) == []


def test_booklet_holds_every_clause_on_pages_of_a5(reader: Client) -> None:
    answer = reader.get(reverse("rulebook:booklet", args=[DEFAULT]))
    file = PdfReader(BytesIO(answer.content))
    assert (round(file.pages[0].mediabox.width), round(file.pages[0].mediabox.height)) == (420, 595)
    words = " ".join(" ".join(one.extract_text() for one in file.pages).split())
    assert all(f"{clause.number} {clause.title}" in words for part in parts_of(DEFAULT) for clause in part.clauses)
    sheets = PdfReader(BytesIO(reader.get(reverse("rulebook:booklet_to_fold", args=[DEFAULT])).content))
    assert len(sheets.pages) == 2 * -(-len(file.pages) // 4)
    assert round(sheets.pages[0].mediabox.width) == 839
    assert "Benehmen und Ausschluss" in sheets.pages[0].extract_text()


@pytest.mark.parametrize(
    ("error", "reason"),
    [(LibrariesMissingError, "fehlen Programmteile für PDF"), (PressError, "Ein Blatt ließ sich nicht setzen")],
)
def test_booklet_that_cannot_be_made_says_why(
    error: type[Exception], reason: str, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "pdf_is_possible", lambda: True)
    monkeypatch.setattr(views, "render_pdf", Mock(side_effect=error))
    answer = reader.get(reverse("rulebook:booklet", args=[DEFAULT]))
    assert answer.status_code == 503
    assert reason in answer.content.decode()
    assert "Das geht so nicht" in answer.content.decode()
