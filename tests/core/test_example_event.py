"""A whole event of three series, from the rows of its lists to players' and teams' standings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from romme_turnier.core.lists.claims import Claims, Figure
from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.length import games
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Reading, Terms
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.standings.ranks import Entrant, PlayOff, TeamEntry, rank, rank_teams

DATA = Path(__file__).parents[1] / "data"
EVENT: dict[str, Any] = json.loads((DATA / "herbstpokal-2026.json").read_text())
EXPECTED: dict[str, Any] = json.loads((DATA / "herbstpokal-2026.standings.json").read_text())


def evaluated(entry: dict[str, Any]) -> Evaluation:
    event = EVENT["event"]
    bonus = BonusRule(**{**event["bonus"], "mode": BonusMode(event["bonus"]["mode"])})
    content = entry["list"]
    sheet = ListSheet(
        seats=len(entry["seats"]),
        games=tuple(Game(**{**row, "points": tuple(row["points"])}) for row in content["games"]),
        penalties=tuple(Penalty(p["seat"], p["game"], p["points"]) for p in content["penalties"]),
        readings=tuple(Reading(r["seat"], r["game"], tuple(r["values"])) for r in content["readings"]),
        claims=Claims(totals=tuple(content["claimed_totals"])),
    )
    return evaluate(sheet, Terms(get_ruleset(event["ruleset"]), games(event["games_per_list"]), bonus))


def all_lists() -> list[tuple[dict[str, Any], Evaluation]]:
    return [(entry, evaluated(entry)) for series in EVENT["series"] for entry in series["tables"]]


@pytest.fixture(scope="module")
def entrants() -> dict[int, Entrant]:
    results: dict[tuple[int, int], SeatTotals] = {}
    for series in EVENT["series"]:
        for entry in series["tables"]:
            evaluation = evaluated(entry)
            for number, totals, counts in zip(entry["seats"], evaluation.totals, evaluation.counting, strict=True):
                if counts and entry["list"]["status"] == "checked":
                    results[number, series["number"]] = totals
    return {
        person["number"]: Entrant(
            number=person["number"],
            results=tuple(results.get((person["number"], series)) for series in (1, 2, 3)),
            withdrawn_from=person.get("from_series") if person["status"] == "withdrawn" else None,
            excluded=person["status"] == "excluded",
        )
        for person in EVENT["participants"]
    }


def sums(totals: SeatTotals) -> dict[str, int]:
    names = ("minus", "bonus", "handromme_bonus", "penalties", "total", "finished", "handrommes")
    return {name: getattr(totals, name) for name in names}


def person_of(number: int | None) -> dict[str, str | None]:
    clubs = {club["key"]: club["name"] for club in EVENT["clubs"]}
    person = next(person for person in EVENT["participants"] if person["number"] == number)
    return {"name": f"{person['first_name']} {person['last_name']}", "club": clubs.get(person["club"])}


@pytest.mark.parametrize("series", [1, 2, 3])
def test_standings_of_players_after_each_series(entrants: dict[int, Entrant], series: int) -> None:
    play_offs = [PlayOff.of(play_off["ranking"]) for play_off in EVENT["play_offs"]]
    standings = rank(
        list(entrants.values()),
        rules=get_ruleset("rommeordnung"),
        after_series=series,
        series_count=3,
        play_offs=play_offs,
    )
    rows = [
        {
            "rank": standing.rank,
            "number": standing.entrant.number,
            **person_of(standing.entrant.number),
            "lists": standing.lists,
            **sums(standing.sums),
            "series": list(standing.series),
            "play_off_needed": standing.play_off_needed,
        }
        for standing in standings
    ]
    assert rows == EXPECTED["players"][str(series)]["rows"]


def test_standings_of_teams_after_the_last_series(entrants: dict[int, Entrant]) -> None:
    teams = [TeamEntry(team["key"], tuple(entrants[n] for n in team["participants"])) for team in EVENT["teams"]]
    names = {team["key"]: team["name"] for team in EVENT["teams"]}
    rows = [
        {
            "rank": standing.rank,
            "key": standing.team.key,
            "name": names[standing.team.key],
            "lists": standing.lists,
            **sums(standing.sums),
            "members": list(standing.members),
            "play_off_needed": standing.play_off_needed,
        }
        for standing in rank_teams(teams, rules=get_ruleset("rommeordnung"), after_series=3)
    ]
    assert rows == EXPECTED["teams"]["rows"]


def test_no_row_of_the_event_breaks_a_bound() -> None:
    assert [evaluation.violations for _, evaluation in all_lists() if evaluation.violations] == []


def test_sums_that_the_scorers_got_wrong_are_found_one_by_one() -> None:
    """Each list whose claimed sums differ from its rows names exactly the seats concerned."""
    for entry, evaluation in all_lists():
        claimed = entry["list"]["claimed_totals"]
        columns = list(zip(*(row["points"] for row in entry["list"]["games"]), strict=True))
        wrong = {seat for seat, column in enumerate(columns, start=1) if sum(column) != claimed[seat - 1]}
        named = {one.seat for one in evaluation.differences if one.figure is Figure.TOTAL}
        assert named == wrong
    assert any(evaluation.differences for _, evaluation in all_lists())
