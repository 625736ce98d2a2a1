"""The tables of clauses: every paragraph of § 1 and § 2 is there, and so is every page that they name."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve

from tests.web.help.test_handbook import as_shown, shown_words

# The paragraphs of § 1 and § 2; those that list several things by points count by their points.
PARAGRAPHS: list[str | tuple[str, int]] = [
    *(f"§ 1.{number}" for number in range(1, 5)),
    *(("§ 1.5", point) for point in range(1, 3)),
    *(f"§ 2.1.{number}" for number in range(1, 4)),
    *(f"§ 2.2.{number}" for number in range(1, 6)),
    *(("§ 2.2.6", point) for point in range(1, 4)),
    *(f"§ 2.3.{number}" for number in range(1, 6)),
]
ENGLISH = ("first", "second", "third")
GERMAN = ("erster Punkt", "zweiter Punkt", "dritter Punkt")
DOCS = Path(settings.BASE_DIR, "docs")
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
        resolve(address.replace("TURNIER", "testpokal"))  # raises where nothing is


def test_every_module_is_there() -> None:
    root = Path(settings.BASE_DIR, "romme_turnier")
    text = DOCS.joinpath("rules-by-clause.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_][a-z_/]*(?:\.py|/))`", text))
    there = {str(path.relative_to(root)) for path in root.rglob("*.py")}
    folders = {f"{path.relative_to(root)}/" for path in root.rglob("*") if path.is_dir()}
    known = there | folders | {path.removeprefix("tournament/") for path in there | folders}
    core_rules = {path.removeprefix("core/rules/") for path in there}
    assert sorted(named - known - core_rules) == []
