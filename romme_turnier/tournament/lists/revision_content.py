"""The content of a stored revision of a list, as values of the core."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.picture import Picture, picture_of
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.lists.totals import SeatTotals


def totals_of_content(content: Mapping[str, Any]) -> list[SeatTotals]:
    """Returns the sums of a revision by seat, seat 1 first; a figure introduced after it was made is 0."""
    by_seat = sorted(content["totals"], key=lambda total: total["seat"])
    return [SeatTotals(**{name: total[name] for name in SeatTotals._fields if name in total}) for total in by_seat]


def sheet_of_content(content: Mapping[str, Any]) -> ListSheet:
    """Returns the sheet that a revision holds."""
    seats = len(content["seats"])
    claims = {claim["seat"]: claim for claim in content["claims"]}

    def column(name: str) -> tuple[int | None, ...] | None:
        values = tuple(claims.get(seat, {}).get(name) for seat in range(1, seats + 1))
        return values if any(value is not None for value in values) else None

    return ListSheet(
        seats=seats,
        games=tuple(
            Game(game["number"], game["finisher"], game["handromme"], tuple(game["points"]))
            for game in content["games"]
        ),
        penalties=tuple(Penalty(p["seat"], p["game"], p["points"]) for p in content["penalties"]),
        readings=tuple(Reading(r["seat"], r["game"], tuple(r["values"])) for r in content["readings"]),
        vacancies=tuple(Vacancy(v["seat"], v["from_game"], v["counts"]) for v in content["vacant"]),
        ruled=frozenset(ruling["game"] for ruling in content["rulings"]),
        endings=tuple(
            EndingReading(doubt["game"], tuple(Ending(seat, mark) for seat, mark in doubt["endings"]))
            for doubt in content["endings"]
        ),
        claims=Claims(totals=column("total"), results=column("result"), finished=column("finished")),
    )


def picture_of_content(content: Mapping[str, Any], terms: Terms) -> Picture:
    """Returns the picture of a revision, with the totals that it holds."""
    sheet = sheet_of_content(content)
    evaluation = replace(evaluate(sheet, terms), totals=tuple(totals_of_content(content)))
    return picture_of(sheet, terms, evaluation)
