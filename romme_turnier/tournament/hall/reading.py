"""The state of the hall: which tables still play, whose list has come in."""

from dataclasses import dataclass

from romme_turnier.tournament import models
from romme_turnier.tournament.models.list_state import list_state


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    state: models.ListState


def hall_tables(series: models.Series) -> list[HallTable]:
    """Returns the tables of a series by number, from what is stored beside their lists: one query."""
    names = ("status", "games_in", "problems", "hand_in__paper")
    rows = series.tables.order_by("number").values_list("number", *(f"spielliste__{name}" for name in names))
    games = series.event.games_per_list
    return [
        HallTable(
            number,
            list_state(status=status, games_in=games_in or 0, games=games, problems=problems or 0, paper=paper),
        )
        for number, status, games_in, problems, paper in rows
    ]
