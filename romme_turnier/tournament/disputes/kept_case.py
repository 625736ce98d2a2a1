"""A case of Regel-Check that a referee added to a dispute: the question, the cards, the answer.

It is stored as text and never computed again, so the minutes show the answer that the referee saw.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A card. `written` is the short form, such as "♥10", and `name` the spoken form; hearts and diamonds are `red`."""

    written: str
    name: str
    red: bool


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A place with cards: its melds, or `text` if it has none."""

    label: str
    melds: tuple[tuple[KeptCard, ...], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class KeptCase:
    """A stored case of Regel-Check; `address` leads to its question there."""

    address: str
    rules: str
    question: str
    rows: tuple[KeptRow, ...]
    answer: str
    reasons: tuple[str, ...]

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "KeptCase":
        """Returns the case from JSON values, as made by `asdict`."""
        rows = tuple(
            KeptRow(row["label"], tuple(tuple(KeptCard(**card) for card in meld) for meld in row["melds"]), row["text"])
            for row in stored["rows"]
        )
        return cls(**{**stored, "rows": rows, "reasons": tuple(stored["reasons"])})
