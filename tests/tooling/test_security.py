"""docs/security.md answers every requirement of ASVS 5.0, level 1, and every test that it names exists."""

import ast
import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.RESOURCES)
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
# Sections, and the numbers of their requirements of level 1.
LEVEL_1 = """
1.2 12345   1.3 12   1.5 1   2.1 1   2.2 12   2.3 1   3.2 12   3.3 1   3.4 12   3.5 123   4.1 1   4.4 1   5.2 12
5.3 12   6.1 1   6.2 12345678   6.3 12   6.4 12   7.2 1234   7.4 12   8.1 1   8.2 12   8.3 1   9.1 123   9.2 1
10.4 12345   11.3 12   11.4 1   12.1 1   12.2 12   13.4 1   14.2 1   14.3 1   15.1 1   15.2 1   15.3 1
"""


def rows() -> list[list[str]]:
    """The cells of the table's rows: number, requirement, answer, evidence."""
    lines = [line for line in PAGE.splitlines() if re.match(r"\| \d+\.\d+\.\d+ \|", line)]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_requirement_of_level_1_has_its_row() -> None:
    words = LEVEL_1.split()
    sections = zip(words[::2], words[1::2], strict=True)
    wanted = [f"{section}.{number}" for section, numbers in sections for number in numbers]
    assert len(wanted) == 70
    assert [row[0] for row in rows()] == wanted


def test_every_row_says_what_is_asked_how_it_is_here_and_what_holds_it() -> None:
    assert [row[0] for row in rows() if len(row) != 4 or not all(row)] == []


def test_every_test_that_the_page_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) > 40
    assert [(path, name) for path, name in named if name not in functions_of(ROOT / path)] == []


def test_every_file_of_tests_that_the_page_names_is_there() -> None:
    for name in set(re.findall(r"`(test_\w+\.py)`", PAGE)):
        assert (ROOT / "tests" / "safety" / "attacks" / name).is_file(), name
    for name in set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE)):
        assert (ROOT / name).is_file(), name
