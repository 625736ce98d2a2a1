"""The pages of docs: the names of code on them exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tests.sources import trees

DOCS = Path(settings.RESOURCES, "docs")
# A path in a page begins in one of these folders.
ROOTS = ("", "romme_turnier", "romme_turnier/tournament")
PAGES = [
    "decisions.md",
    "glossary.md",
    *(f"rules/{name}.md" for name in ("README", "melding", "outcome", "playing", "questions", "record")),
]


def members(body: list[ast.stmt]) -> Iterator[tuple[str, list[ast.stmt]]]:
    """Yields each name that a class or a module defines, with the body of its definition."""
    for node in body:
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                yield node.name, node.body
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, []
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name, []


@cache
def defined() -> frozenset[str]:
    """Every name that a reader may look up: "HandIn", "HandIn.Custody", "HandIn.Custody.OUT", "core.money.…"."""
    found: set[str] = set()

    def add(prefix: str, body: list[ast.stmt]) -> None:
        for name, inner in members(body):
            found.update({name, f"{prefix}.{name}"} if prefix else {name})
            add(f"{prefix}.{name}" if prefix else name, inner)

    for path, tree in trees().items():
        module = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        found.add(module)
        add(module, tree.body)
        add("", tree.body)
    return frozenset(found)


@cache
def used() -> frozenset[str]:
    """Names of fields and arguments, and values of choices: names in the code without a separate definition."""
    found: set[str] = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.keyword(arg=str(name)) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    found.add(name)
                case ast.Constant(value=str(text)) if text.isidentifier():
                    found.add(text)
    return frozenset(found)


def identifiers() -> list[str]:
    """Identifiers in the middle column of the glossary, without paths and texts of the program."""
    rows = [line.strip("|").split("|") for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()]
    spans = [span for row in rows if len(row) == 3 for span in re.findall(r"`([^`]+)`", row[1])]
    return [span for span in spans if re.fullmatch(r"[A-Za-z_][\w.]*", span) and not span.endswith(".py")]


def test_every_identifier_of_the_glossary_is_in_the_code() -> None:
    assert len(identifiers()) > 150
    missing = [name for name in identifiers() if name not in defined() and ("." in name or name not in used())]
    assert missing == []


@pytest.mark.parametrize("name", PAGES)
def test_every_module_that_a_page_names_is_there(name: str) -> None:
    spans = re.findall(r"`([a-z_][\w/]*(?:\.py|/))`", (DOCS / name).read_text(encoding="utf-8"))
    root = Path(settings.RESOURCES)
    assert [span for span in spans if not any((root / base / span).exists() for base in ROOTS)] == []
