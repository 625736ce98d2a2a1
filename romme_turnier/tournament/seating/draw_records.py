"""The public record of a draw, from which anybody can repeat the draw. It has numbers instead of names."""

from collections.abc import Iterable, Mapping
from typing import Any

from romme_turnier.core.seating.by_rank import ALGORITHM as BY_STANDINGS
from romme_turnier.core.seating.draw import ALGORITHM as SEARCH
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.drawn_cards import repeat_cards
from romme_turnier.tournament.seating.draws import BY_HAND, repeat_draw
from romme_turnier.tournament.seating.draws_by_rank import repeat_by_standings
from romme_turnier.tournament.seating.draws_from_file import ALGORITHM as FROM_FILE
from romme_turnier.tournament.seating.inputs import orders_of

FORMAT = "romme-draw-1"
SEARCHES = frozenset({"search-4", "search-5", SEARCH})


class NotARecord(ValueError):
    """The content is not the record of a draw, or the algorithm is unknown."""


def repeated(algorithm: str, inputs: dict[str, Any], seed: str) -> list[list[int]]:
    """Repeats a draw and returns the start numbers by table, seat 1 first. Raises NotARecord if that is impossible."""
    try:
        if algorithm in SEARCHES:
            return [list(table) for table in repeat_draw(inputs, seed).tables]
        if algorithm == BY_STANDINGS:
            return [list(table) for table in repeat_by_standings(inputs, seed).tables]
        if algorithm == BY_HAND:
            return repeat_cards(inputs)
        if algorithm == FROM_FILE:
            return orders_of(inputs["rows"], inputs["tables"])
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise NotARecord(repr(error)) from error
    raise NotARecord(algorithm)


def record_of(draw: models.Draw) -> dict[str, Any]:
    """Returns the public record of a draw, with everything needed to repeat the draw, as JSON values.

    Clubs and teams are numbered in order of appearance; the official is left out.
    """
    return {
        "format": FORMAT,
        "event": draw.series.event.slug,
        "series": draw.series.number,
        "algorithm": draw.algorithm,
        "seed": draw.seed,
        "made_at": draw.made_at.isoformat(),
        "inputs": {**draw.inputs, "players": _without_clubs(draw.inputs["players"])},
        "tables": draw.numbers,
        "result": draw.result,
        "quality": draw.quality,
    }


def _without_clubs(players: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    clubs: dict[int | None, int | None] = {None: None}
    teams: dict[int | None, int | None] = {None: None}
    return [
        {
            **player,
            "club": clubs.setdefault(player["club"], len(clubs)),
            "team": teams.setdefault(player["team"], len(teams)),
        }
        for player in players
    ]


def lacks_clubs(record: Mapping[str, Any]) -> bool:
    """Returns whether repeating the draw may give a different result, because an erased person's club was removed."""
    return bool(record["inputs"].get("erased", False))


def comes_out_again(record: Mapping[str, Any]) -> bool:
    """Returns whether repeating the draw gives the recorded result. Raises NotARecord as `repeated` does."""
    try:
        algorithm, inputs, seed, result = (record[name] for name in ("algorithm", "inputs", "seed", "result"))
    except (LookupError, TypeError) as error:
        raise NotARecord(repr(error)) from error
    return bool(repeated(algorithm, inputs, seed) == result)
