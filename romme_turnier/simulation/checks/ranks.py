"""Recomputes the standings independently: a rank is one more than the number of players ahead (§ 1.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from romme_turnier.simulation.checks.facts import Facts, Finding, Row
from romme_turnier.simulation.checks.sums import Column, columns
from romme_turnier.tournament.standings import reading as standings_reading

SUMS = ("minus", "bonus", "handromme_bonus", "penalties", "finished", "handrommes", "half_points", "scoring_points")


@dataclass(slots=True)
class Player:
    """The figures that decide the rank of a player or a team."""

    number: int | None
    results: list[int | None]
    sums: dict[str, int]
    lists: int = 0
    total: int = 0

    def add(self, column: Column | None) -> None:
        """Adds the column of the next series; None if the player has no list that counts in it."""
        self.results.append(column.result if column else None)
        if column:
            self.lists += 1
            self.total += column.result
            for name in SUMS:
                self.sums[name] += getattr(column, name)


def better(player: Player, other: Player, facts: Facts) -> bool:
    """Returns whether a player is ahead of another.

    These decide, in order: more lists, more points for places if they count, the better total, more games ended, and
    under § 1.5 more Handrommés. If scoring points count, more of them decide first, then the other figures except the
    number of lists.
    """
    by_points = facts.event.scoring == "scoring_points"
    if by_points and player.sums["scoring_points"] != other.sums["scoring_points"]:
        return player.sums["scoring_points"] > other.sums["scoring_points"]
    if player.lists != other.lists and not by_points:
        return player.lists > other.lists
    if facts.event.scoring == "table_points" and player.sums["half_points"] != other.sums["half_points"]:
        return player.sums["half_points"] > other.sums["half_points"]
    if player.total != other.total:
        return player.total > other.total if facts.most_wins else player.total < other.total
    if player.sums["finished"] != other.sums["finished"]:
        return player.sums["finished"] > other.sums["finished"]
    return (facts.handrommes_decide or by_points) and player.sums["handrommes"] > other.sums["handrommes"]


def counting_columns(facts: Facts) -> dict[tuple[int, int], Column]:
    """Returns the columns that count, by registration and series number."""
    counting = {}
    for sheet in facts.sheets.values():
        for seat, column in columns(sheet, facts).items():
            if column.counts:
                counting[sheet.seats[seat]["registration_id"], sheet.series["number"]] = column
    return counting


def players(facts: Facts, after: int) -> dict[int, Player]:
    """Returns the results of all players who take part, up to a series, by registration."""
    counting = counting_columns(facts)
    by_registration = {}
    for pk, row in facts.registrations.items():
        if not takes_part(row):
            continue
        player = by_registration[pk] = Player(row["number"], [], dict.fromkeys(SUMS, 0))
        for series in range(1, after + 1):
            player.add(counting.get((pk, series)))
    return by_registration


def takes_part(row: Row) -> bool:
    """Returns whether the player counts as a participant.

    Players on the waiting list do not, nor players who registered online and withdrew before they got a number.
    """
    gone_before = row["status"] == "withdrawn" and row["left_before_series"] == 1 and row["number"] is None
    return row["status"] != "waiting" and not (gone_before and row["token"])


def _is_ranked(row: Row, player: Player, after: int) -> bool:
    gone = row["status"] == "excluded" or (row["status"] == "withdrawn" and row["left_before_series"] <= after)
    return player.lists > 0 and not gone and not row["out_of_competition"]


def count_standings(facts: Facts, after: int) -> list[dict[str, Any]]:
    """Returns the rows of the standings after a series, in ranking order."""
    unnamed = facts.never_played(after)
    everybody = {pk: rival for pk, rival in players(facts, after).items() if pk not in unnamed}
    rivals = {pk: rival for pk, rival in everybody.items() if _is_ranked(facts.registrations[pk], rival, after)}
    rows = []
    for pk, rival in everybody.items():
        rank, tied = (None, False) if pk not in rivals else _rank(facts, pk, rivals, after)
        row = facts.registrations[pk]
        unranked = bool(row["out_of_competition"]) and rank is None
        order = (rank or float("inf"), unranked, row["number"] is None, row["number"] or 0)
        rows.append((order, _line(rival, rank, tied=tied)))
    return [line for _order, line in sorted(rows, key=lambda row: row[0])]


def _rank(facts: Facts, pk: int, rivals: dict[int, Player], after: int) -> tuple[int, bool]:
    me = rivals[pk]
    ahead = sum(better(other, me, facts) for other in rivals.values())
    equals = {other for other, rival in rivals.items() if not better(rival, me, facts) and not better(me, rival, facts)}
    decided = [ranking for ranking in facts.play_offs if set(ranking) == equals]
    if len(equals) == 1:
        return ahead + 1, False
    if decided and after == facts.event.series_count:
        return ahead + 1 + decided[-1].index(pk), False
    return ahead + 1, True


def _line(player: Player, rank: int | None, *, tied: bool) -> dict[str, Any]:
    return {
        "rank": rank,
        "number": player.number,
        "lists": player.lists,
        **player.sums,
        "total": player.total,
        "series": player.results,
        "play_off_needed": tied,
    }


def count_teams(facts: Facts, after: int) -> dict[str, dict[str, Any]]:
    """Returns the rank and sums of each team by its key, without the players out of competition.

    A team is left out if all its members wait for a place.
    """
    counting = counting_columns(facts)
    teams = {}
    for key, members in facts.teams.items():
        if members and not any(takes_part(facts.registrations[pk]) for pk in members):
            continue  # all its members wait for a place
        team = teams[key] = Player(None, [], dict.fromkeys(SUMS, 0))
        for pk in members:
            if not facts.registrations[pk]["out_of_competition"]:
                for series in range(1, after + 1):
                    team.add(counting.get((pk, series)))
    rivals = {key: team for key, team in teams.items() if team.lists}
    lines = {}
    for key, team in teams.items():
        ahead = sum(better(other, team, facts) for other in rivals.values())
        same = sum(not better(other, team, facts) and not better(team, other, facts) for other in rivals.values())
        lines[key] = _line(team, ahead + 1 if team.lists else None, tied=bool(team.lists) and same > 1)
    return lines


def check_ranks(facts: Facts) -> Iterator[Finding]:
    """Checks that the program's standings of players and teams after every series agree with the recomputed ones."""
    for after in facts.series:
        counted = count_standings(facts, after)
        shown = [
            _shown(row, number=row.entrant.number, series=list(row.series))
            for row in standings_reading.standings(facts.event, after)
        ]
        yield from unequal("ranks", f"after series {after}", shown, counted)
        teams = {
            row.team.key: _shown(row, key=row.team.key) for row in standings_reading.team_standings(facts.event, after)
        }
        for key, line in count_teams(facts, after).items():
            yield from unequal("ranks", f"team {key} after series {after}", [teams[key]], [without_series(line)])


def unequal(
    invariant: str, where: str, shown: Sequence[dict[str, Any]], counted: Sequence[dict[str, Any]]
) -> Iterator[Finding]:
    """Yields a finding for the first row that differs, and one if the numbers of rows differ."""
    if len(shown) != len(counted):
        yield Finding(invariant, f"{where}: {len(shown)} rows, counted {len(counted)}")
    for line, other in zip(shown, counted, strict=False):
        different = {name: (line.get(name), other[name]) for name in other if line.get(name) != other[name]}
        if different:
            yield Finding(invariant, f"{where}, {line.get('number') or line.get('key')}: shown and counted {different}")
            return


def without_series(line: dict[str, Any]) -> dict[str, Any]:
    """Returns the line of a team, without series results and number."""
    return {name: value for name, value in line.items() if name not in ("series", "number")}


def _shown(row: Any, **other: Any) -> dict[str, Any]:
    return {
        **other,
        "rank": row.rank,
        "lists": row.lists,
        **{name: getattr(row.sums, name) for name in SUMS},
        "total": row.sums.total,
        "play_off_needed": row.play_off_needed,
    }
