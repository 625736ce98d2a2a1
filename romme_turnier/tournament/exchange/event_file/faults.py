"""The faults of a file, each with its place and the expected content."""

import json
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.people.names import tidy

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHOWN = 60  # characters of a value that a message quotes


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A fault. `path` is a JSON path (`$.series[0].tables[1].seats[2]`), `message` a complete text for users."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class EventFileError(Exception):
    """The whole file is refused; `faults` holds every reason."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def json_path(steps: Iterable[str | int]) -> str:
    return "$" + "".join(
        f".{step}" if isinstance(step, str) and _PLAIN_KEY.fullmatch(step) else f"[{_as_json(step)}]" for step in steps
    )


def _as_json(value: Any) -> str:
    """Returns the value as JSON; only unpaired surrogates, which cannot be printed, are escaped."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def shown(value: Any) -> str:
    """Returns a value as messages quote it."""
    if isinstance(value, dict):
        return _("ein Objekt")
    if isinstance(value, list):
        return (
            _("eine Liste mit %(count)d Einträgen") % {"count": len(value)}
            if len(value) != 1
            else _("eine Liste mit einem Eintrag")
        )
    text = _as_json(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def expected(what: str, value: Any) -> str:
    return _("erwartet: %(what)s; gefunden: %(found)s") % {"what": what, "found": shown(value)}


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a file that may break the schema, with its path. A missing child is a node with the value None."""

    value: Any
    steps: tuple[str | int, ...] = ()

    @property
    def path(self) -> str:
        return json_path(self.steps)

    def __getitem__(self, key: str) -> "Node":
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Node(value, (*self.steps, key))

    def __iter__(self) -> Iterator["Node"]:
        """Yields the entries of a list; none for other values."""
        values = self.value if isinstance(self.value, list) else []
        return (Node(value, (*self.steps, index)) for index, value in enumerate(values))

    @property
    def number(self) -> int | None:
        return self.value if isinstance(self.value, int) and not isinstance(self.value, bool) else None

    @property
    def text(self) -> str | None:
        return self.value if isinstance(self.value, str) else None

    @property
    def length(self) -> int | None:
        return len(self.value) if isinstance(self.value, list) else None

    def fault(self, what: str) -> Fault:
        return Fault(self.path, expected(what, self.value))


def repeated(nodes: Iterable[Node], what: str) -> Iterator[Fault]:
    """Yields a fault for each repeated value. `what` names the thing that must be unique, as text for users."""
    first: dict[Hashable, str] = {}
    for node in nodes:
        value = tidy(node.text) if node.text is not None else node.number
        if value is None:
            continue
        if value in first:
            params = {"what": what, "found": shown(value), "place": first[value]}
            yield Fault(node.path, _("erwartet: %(what)s nur einmal; %(found)s steht schon in %(place)s") % params)
        first.setdefault(value, node.path)
