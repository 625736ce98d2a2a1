"""A case of Regel-Check as it was shown when a referee took it into a dispute: the question, the cards, the answer.

It is kept in words, not computed anew: the minutes say what the referee saw, whatever the engine may say one day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class KeptCard:
    """`written` as in "♥10", `name` as it is spoken; `red` for hearts and diamonds."""

    written: str
    name: str
    red: bool


@dataclass(frozen=True, slots=True)
class KeptRow:
    """What lies or is held somewhere: melds side by side, or `text` where there are no cards."""

    label: str
    melds: tuple[tuple[KeptCard, ...], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class KeptCase:
    """`address` leads to the question in Regel-Check."""

    address: str
    rules: str
    question: str
    rows: tuple[KeptRow, ...]
    answer: str
    reasons: tuple[str, ...]

    def stored(self) -> dict[str, Any]:
        """Returns JSON values."""
        return asdict(self)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "KeptCase":
        """Returns what `stored` gave."""
        rows = tuple(KeptRow(row["label"], _melds(row["melds"]), row["text"]) for row in stored["rows"])
        return cls(**{**stored, "rows": rows, "reasons": tuple(stored["reasons"])})


def _melds(stored: Sequence[Sequence[Mapping[str, Any]]]) -> tuple[tuple[KeptCard, ...], ...]:
    return tuple(tuple(KeptCard(**card) for card in meld) for meld in stored)
