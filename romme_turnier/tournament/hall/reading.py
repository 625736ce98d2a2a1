"""The state of the hall: which tables still play, whose list has come in."""

from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.tournament import models

_Status = models.Spielliste.Status
_Paper = models.HandIn.Custody


class TableState(StrEnum):
    PLAYING = "playing"
    LIST_IN = "list_in"  # handed in, or typed: whoever types has the paper
    CHECKED = "checked"  # nothing is left to do: checked, or invalid


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    state: TableState


def hall_tables(series: models.Series) -> list[HallTable]:
    """Returns the tables of a series by number, from what is stored beside their lists: one query."""
    rows = series.tables.order_by("number").values_list(
        "number", "spielliste__status", "spielliste__hand_in__paper", "spielliste__games_in"
    )
    return [HallTable(number, _state(status, paper, games_in)) for number, status, paper, games_in in rows]


def _state(status: str, paper: str | None, games_in: int | None) -> TableState:
    if status in (_Status.CHECKED, _Status.INVALID):
        return TableState.CHECKED
    if paper in (_Paper.IN, _Paper.LOST) or status != _Status.OPEN or games_in:
        return TableState.LIST_IN
    return TableState.PLAYING
