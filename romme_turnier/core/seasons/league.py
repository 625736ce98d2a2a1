"""League tables: groups of teams, points for the place in each series, relegation across groups."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from romme_turnier.core.lists.totals import table_points
from romme_turnier.core.seasons.formula import Number


class TeamSeries(NamedTuple):
    """The sums of a team in one series; scoring points are 0 in a league without them.

    ``lists`` is the number of the team's lists. In a league with scoring points it is 0, because a missing list already
    costs the team scoring points.
    """

    card_points: Number
    scoring_points: Number = 0
    lists: int = 0


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A team of a group; a withdrawn team has no rank. ``points`` is the sum for its places in the series."""

    rank: int | None
    team: str
    points: Fraction
    card_points: Number
    scoring_points: Number
    series: int  # played
    lists: int = 0  # as in TeamSeries


@dataclass(frozen=True, slots=True)
class Relegation:
    """The teams to be relegated. Another ``by_lot`` teams, drawn by lot from the ``equal`` teams, join them."""

    teams: tuple[str, ...]
    equal: tuple[str, ...] = ()
    by_lot: int = 0


def series_points(teams: Collection[str], series: Mapping[str, TeamSeries]) -> dict[str, Fraction]:
    """Returns the points of each team: in a group of n, n − p for place p, so 3, 2, 1, 0 in a group of four.

    The team with the most lists comes first, as in the standings of an event. Equal numbers of lists are decided by the
    most scoring points, then by the fewest card points. Equal teams share the points of their places. A team that did
    not play comes last, without points.
    """
    own = {team: (-sums.lists, -sums.scoring_points, sums.card_points) for team, sums in series.items()}
    merits = sorted(set(own.values()))
    places = [merits.index(own[team]) if team in own else None for team in teams]
    return dict(zip(teams, table_points(places, highest_wins=False), strict=True))


def league_table(
    teams: Sequence[str],
    played: Sequence[Mapping[str, TeamSeries]],
    withdrawn: Collection[str] = (),
    *,
    withdrawn_count: bool = True,
) -> tuple[LeagueLine, ...]:
    """Returns a group's table after the series played, by most points, then most lists, then fewest card points.

    The lists come before the card points, so that a missing list does not win a tie. Equal teams share a rank, in the
    given order. Withdrawn teams come last. Their series count if ``withdrawn_count``; otherwise the others have the
    points of a group that never had these teams.
    """
    group = [team for team in teams if withdrawn_count or team not in withdrawn]
    points = dict.fromkeys(teams, Fraction(0))
    for series in played:
        sums = {team: own for team, own in series.items() if team in group}
        for team, own_points in series_points(group, sums).items():
            points[team] += own_points
    lines = []
    for team in teams:
        own = [series[team] for series in played if team in series]
        card_points = sum(sums.card_points for sums in own)
        scoring_points = sum(sums.scoring_points for sums in own)
        lists = sum(sums.lists for sums in own)
        lines.append(LeagueLine(None, team, points[team], card_points, scoring_points, len(own), lists))
    staying = sorted((line for line in lines if line.team not in withdrawn), key=_merit)
    merits = [_merit(line) for line in staying]
    ranked = [replace(line, rank=merits.index(_merit(line)) + 1) for line in staying]
    return (*ranked, *(line for line in lines if line.team in withdrawn))


def _merit(line: LeagueLine) -> tuple[Number, Number, Number]:
    return -line.points, -line.lists, line.card_points


def relegated(groups: Sequence[Sequence[LeagueLine]], first: int, worst: int = 0) -> Relegation:
    """Returns the teams in place ``first`` and below of each group, and the ``worst`` weakest of those just above.

    The lines are in their final order: ties within a group have been decided. The teams just above ``first`` are
    compared across groups, which must have played the same number of series, by points, then lists, then card points.
    Lots must decide between equal teams at the border.
    """
    teams = [line.team for group in groups for line in group[first - 1 :]]
    border = [group[first - 2] for group in groups if len(group) >= first - 1] if first > 1 else []
    worst_first = sorted(border, key=_merit, reverse=True)
    if not 0 < worst < len(worst_first):
        return Relegation((*teams, *(line.team for line in worst_first[:worst])))
    last = _merit(worst_first[worst - 1])
    down = [line.team for line in worst_first if _merit(line) > last]
    equal = [line.team for line in worst_first if _merit(line) == last]
    if len(down) + len(equal) == worst:
        return Relegation((*teams, *down, *equal))
    return Relegation((*teams, *down), tuple(equal), worst - len(down))
