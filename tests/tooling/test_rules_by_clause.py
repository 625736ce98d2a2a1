"""The tables of clauses name every paragraph of the Romméordnung, and every page and code in them exists."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve

from romme_turnier.core.rules.play.position import PLAY_CODES
from romme_turnier.core.rules.system.clauses import PARAGRAPHS as NUMBERS, unknown_paragraphs
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.violations import CODES
from tests.web.help.test_handbook import as_shown, shown_words

# The paragraphs of § 1 and § 2; paragraphs with numbered points count by their points.
PARAGRAPHS: list[str | tuple[str, int]] = [
    *(f"§ 1.{number}" for number in range(1, 5)),
    *(("§ 1.5", point) for point in range(1, 3)),
    *(f"§ 2.1.{number}" for number in range(1, 4)),
    *(f"§ 2.2.{number}" for number in range(1, 6)),
    *(("§ 2.2.6", point) for point in range(1, 4)),
    *(f"§ 2.3.{number}" for number in range(1, 6)),
]
# Those of § 3 to § 8 and the examples of Part III, as the source numbers them; § 6 begins with the aim of the game.
GAME = [
    *("§ 3.1", "§ 3.2", "§ 3.2.1", "§ 3.2.2"),
    *("§ 4.1", "§ 4.2", "§ 4.3", "§ 4.3.1", "§ 4.3.2", "§ 4.4", "§ 4.4.1", "§ 4.4.2", "§ 4.4.3"),
    *(f"§ 5.{number}" for number in range(1, 12)),
    "§ 6, aim",
    *(f"§ 6.{number}" for number in range(1, 12)),
    *(f"§ 7.{number}" for number in range(1, 4)),
    *(f"§ 8.{number}" for number in range(1, 4)),
    *(f"III.{number}" for number in range(1, 8)),
]
# Codes that the Romméordnung has a clause for and never finds: their rule is one of other systems only.
OF_OTHER_SYSTEMS = {
    *("ace_in_middle", "both_ends_at_once", "joker_on_set", "joker_at_end", "joker_unnamed", "joker_back"),
    *("contract_not_met", "meld_not_exact", "runs_follow_on", "joker_without_use", "last_card_discarded"),
}
ENGLISH = ("first", "second", "third")
GERMAN = ("erster Punkt", "zweiter Punkt", "dritter Punkt")
DOCS = Path(settings.RESOURCES, "docs")
TABLES = {"rules-by-clause.md": ENGLISH, "handbuch/14-spielordnung.md": GERMAN}


def rows(name: str) -> dict[str, list[str]]:
    """The lines of the table by the clause in their first cell."""
    lines = DOCS.joinpath(name).read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| § ")]
    organising = [row for row in cells if row[0].startswith(("§ 1.", "§ 2."))]
    assert len({row[0] for row in organising}) == len(organising)
    return {row[0]: row[1:] for row in organising}


@pytest.mark.parametrize(("name", "points"), TABLES.items())
def test_every_paragraph_of_the_first_two_sections_has_its_line(name: str, points: tuple[str, ...]) -> None:
    wanted = [one if isinstance(one, str) else f"{one[0]}, {points[one[1] - 1]}" for one in PARAGRAPHS]
    assert list(rows(name)) == wanted


def game_rows() -> dict[str, list[str]]:
    """The lines of the second table by clause: demand, place, codes."""
    lines = DOCS.joinpath("rules-by-clause.md").read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith(("| § ", "| III"))
    ]
    game = [row for row in cells if not row[0].startswith(("§ 1.", "§ 2."))]
    assert len({row[0] for row in game}) == len(game)
    return {row[0]: row[1:] for row in game}


def test_every_paragraph_of_the_game_has_its_line() -> None:
    assert list(game_rows()) == GAME


def test_every_paragraph_is_known_to_the_minutes_of_disputes() -> None:
    named = [one if isinstance(one, str) else one[0] for one in PARAGRAPHS] + [one for one in GAME if "§" in one]
    assert unknown_paragraphs("; ".join(named)) == ()
    assert set(NUMBERS) == {part for one in named for part in _parts(one)}


def _parts(clause: str) -> list[str]:
    """ "§ 2.2.6" with its parents: 2, 2.2, 2.2.6."""
    numbers = clause.removeprefix("§ ").partition(",")[0].split(".")
    return [".".join(numbers[: place + 1]) for place in range(len(numbers))]


@pytest.mark.parametrize(
    ("typed", "unknown"),
    [("§ 99", ("§ 99",)), ("§ 8.4 und § 2.3.2", ("§ 8.4",)), ("§6.3 Satz 2", ()), ("Beispiel III.4", ()), ("", ())],
)
def test_paragraph_is_unknown_when_the_source_has_none(typed: str, unknown: tuple[str, ...]) -> None:
    assert unknown_paragraphs(typed) == unknown


def test_every_line_of_the_game_names_a_module_or_the_reason_why_not() -> None:
    rows_without = [
        clause
        for clause, (_demand, where, _codes) in game_rows().items()
        if not re.search(r"`[a-z_/]+\.py`", where) and not where.startswith("Not possible: ")
    ]
    assert rows_without == []


def test_every_line_of_the_game_names_the_codes_that_quote_its_clause() -> None:
    ruleset = get_ruleset("rommeordnung")
    quoting: dict[str, set[str]] = {clause: set() for clause in GAME}
    for code in {*CODES, *CARD_CODES, *PLAY_CODES} & ruleset.clauses.keys() - OF_OTHER_SYSTEMS:
        if (clause := ruleset.clause(code)) in quoting:
            quoting[clause].add(code)
    named = {clause: set(re.findall(r"`(\w+)`", codes)) for clause, (_demand, _where, codes) in game_rows().items()}
    assert named == quoting


def test_every_code_with_a_clause_is_named() -> None:
    named = set(re.findall(r"`(\w+)`", DOCS.joinpath("rules-by-clause.md").read_text(encoding="utf-8")))
    assert sorted(get_ruleset("rommeordnung").clauses.keys() - OF_OTHER_SYSTEMS - named - {""}) == []


@pytest.mark.parametrize("name", TABLES)
def test_every_line_names_a_page_or_a_paper_or_the_reason_why_not(name: str) -> None:
    assert [
        clause for clause, (_demand, where, *_code) in rows(name).items() if not re.search(r"\*\*.+?\*\*", where)
    ] == []


@pytest.mark.parametrize("name", TABLES)
def test_every_page_is_named_in_words_of_the_program(name: str) -> None:
    words = [word for row in rows(name).values() for word in re.findall(r"\*\*(.+?)\*\*", " ".join(row))]
    assert [word for word in words if as_shown(word) not in shown_words()] == []


def test_every_address_leads_to_a_page() -> None:
    addresses = [one for row in rows("rules-by-clause.md").values() for one in re.findall(r"`(/[^`]*)`", " ".join(row))]
    assert len(addresses) > 20
    for address in addresses:
        resolve(address.replace("TURNIER", "testpokal"))  # raises for a missing page


def test_every_module_is_there() -> None:
    root = Path(settings.RESOURCES, "romme_turnier")
    text = DOCS.joinpath("rules-by-clause.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_][a-z_/]*(?:\.py|/))`", text))
    there = {str(path.relative_to(root)) for path in root.rglob("*.py")}
    folders = {f"{path.relative_to(root)}/" for path in root.rglob("*") if path.is_dir()}
    known = there | folders | {path.removeprefix("tournament/") for path in there | folders}
    assert sorted(named - known) == []
