"""The clauses of a rule system, from docs/regelwerk/KEY.md. Systems without this file show only their data.

Each heading contains the number and the title of a clause; the address of a clause ends with the number:
/regelwerk/#6.4. The language is German, as in the sources.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from romme_turnier.tournament.shared.rule_words.paragraphs import holds_all

FOLDER = Path(settings.RESOURCES, "docs", "regelwerk")

_PART = re.compile(r"^## (?P<title>.+)$")
_CLAUSE = re.compile(r"^### (?P<number>§ [\d.]+|III\.\d) (?P<title>.+)$")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause. `number` is written as in citations: "§ 6.4" or "III.5". `text` is "" if only subclauses have text."""

    number: str
    title: str
    text: str

    @property
    def anchor(self) -> str:
        return self.number.removeprefix("§ ")


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    clauses: tuple[Clause, ...]


def parts_of(key: str) -> tuple[Part, ...]:
    """Returns the parts of a rule system, in order; an empty tuple if it has no file."""
    path = FOLDER / f"{key}.md"
    return _parts(path, path.stat().st_mtime_ns) if path.is_file() else ()


@lru_cache(maxsize=16)
def _parts(path: Path, _changed: int) -> tuple[Part, ...]:
    parts: list[tuple[str, list[Clause]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if part := _PART.match(line):
            parts.append((part["title"], []))
        elif clause := _CLAUSE.match(line):
            parts[-1][1].append(Clause(clause["number"], clause["title"], ""))
        elif line and parts and parts[-1][1]:
            last = parts[-1][1].pop()
            parts[-1][1].append(Clause(last.number, last.title, f"{last.text} {line}".strip()))
    return tuple(Part(title, tuple(clauses)) for title, clauses in parts)


def found_in(parts: tuple[Part, ...], question: str) -> tuple[Part, ...]:
    """Returns the parts, reduced to the clauses that contain every word of the question."""
    held = (
        Part(
            part.title,
            tuple(clause for clause in part.clauses if holds_all(question, (clause.number, clause.title, clause.text))),
        )
        for part in parts
    )
    return tuple(part for part in held if part.clauses)
