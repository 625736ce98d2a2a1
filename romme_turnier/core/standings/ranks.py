"""Ranks players and teams from the results of their lists (§ 1.5)."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, groupby
from operator import ne
from typing import NamedTuple, assert_never

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet


class Tally(NamedTuple):
    """The number and the sums of the counting lists, and the result of each list by series."""

    lists: int
    sums: SeatTotals
    series: tuple[int | None, ...]

    @classmethod
    def of(cls, results: Sequence[SeatTotals | None]) -> "Tally":
        """Returns the tally of one player's lists, series 1 first; a result is None if that list does not count."""
        counting = [result for result in results if result is not None]
        series = tuple(None if result is None else result.total for result in results)
        return cls(len(counting), SeatTotals.of(counting), series)


class Entrant(NamedTuple):
    """One player of an event."""

    number: int | None
    results: tuple[SeatTotals | None, ...]  # by series, series 1 first; None for a list that does not count
    withdrawn_from: int | None = None  # the first series that was not played
    excluded: bool = False
    out_of_competition: bool = False  # fills up a table and is never ranked
    key: Hashable = None  # the caller's handle, which is not read

    def tally_after(self, series: int) -> Tally:
        return Tally.of((*self.results[:series], *[None] * (series - len(self.results))))


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off, as groups of start numbers, best first; players still tied after it share a group."""

    groups: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, ranking: Iterable[int]) -> "PlayOff":
        """Returns a play-off with this ranking, after which no players are tied."""
        return cls(tuple((number,) for number in ranking))

    @property
    def participants(self) -> frozenset[int]:
        return frozenset(number for group in self.groups for number in group)


class Standing(NamedTuple):
    """A row of the standings; ``decided_by`` is the criterion that ranked it below the previous row, if any."""

    rank: int | None
    entrant: Entrant
    lists: int
    sums: SeatTotals
    series: tuple[int | None, ...]
    play_off_needed: bool
    decided_by: Criterion | None


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team with its members."""

    key: str
    members: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A row of the team standings, like ``Standing``."""

    rank: int | None
    team: TeamEntry
    lists: int
    sums: SeatTotals
    play_off_needed: bool
    decided_by: Criterion | None

    @property
    def members(self) -> tuple[int | None, ...]:
        """The start numbers of the members; None for a member without a number."""
        return tuple(member.number for member in self.team.members)


def rank(
    entrants: Sequence[Entrant],
    *,
    rules: RuleSet,
    after_series: int,
    series_count: int,
    play_offs: Sequence[PlayOff] = (),
) -> tuple[Standing, ...]:
    """Returns the standings after a series, ranked players first (§ 1.5).

    The criteria of the rule system decide, one after the other. Players equal in all of them share a rank, in order of
    start number, until a play-off of exactly these players decides. Players still tied after it share the next rank
    until a play-off of exactly these players decides. Play-offs count only after the last series; they count in every
    rule system, because prizes may require one. Players who are excluded, withdrawn by this series or without a
    counting list have no rank and come last, by start number, before the players out of competition.
    """
    ranked: list[Entrant] = []
    tallies: list[Tally] = []
    unranked: list[tuple[Entrant, Tally]] = []
    for entrant in sorted(entrants, key=lambda entrant: (entrant.number is None, entrant.number or 0)):
        tally = entrant.tally_after(after_series)
        gone = entrant.withdrawn_from is not None and entrant.withdrawn_from <= after_series
        if tally.lists and not entrant.excluded and not entrant.out_of_competition and not gone:
            ranked.append(entrant)
            tallies.append(tally)
        else:
            unranked.append((entrant, tally))
    unranked.sort(key=lambda row: row[0].out_of_competition)
    # Of several play-offs of the same players, the last one counts.
    decisions = {play_off.participants: play_off for play_off in play_offs} if after_series == series_count else {}

    def settle(tied: Group) -> list[Group]:
        at = {ranked[index].number: index for index in tied}
        decision = decisions.get(frozenset(number for number in at if number is not None))
        if decision is None or sum(map(len, decision.groups)) != len(tied):
            return [tied]
        parts = [[at[number] for number in group] for group in decision.groups]
        return [part for tie in parts for part in (settle(tie) if 1 < len(tie) < len(tied) else [tie])]

    places = _place(tallies, rules, settle=settle)
    placed = [Standing(place, ranked[at], *tallies[at], tied, decided_by) for at, place, tied, decided_by in places]
    return (*placed, *(Standing(None, entrant, *tally, False, None) for entrant, tally in unranked))


def rank_teams(teams: Sequence[TeamEntry], *, rules: RuleSet, after_series: int) -> tuple[TeamStanding, ...]:
    """Returns the team standings after a series; teams are ranked like players, by all counting lists of the members.

    Lists of members who withdrew or were excluded count, but not those of members out of competition. Teams have no
    play-off: tied teams share a rank and keep the given order, with ``play_off_needed`` set. Teams without a counting
    list have no rank and come last.
    """
    rows = []
    for team in teams:  # teams have no results by series
        tallies = [member.tally_after(after_series) for member in team.members if not member.out_of_competition]
        sums = SeatTotals.of(tally.sums for tally in tallies)
        rows.append((team, Tally(sum(tally.lists for tally in tallies), sums, ())))
    ranked = [row for row in rows if row[1].lists]
    unranked = [row for row in rows if not row[1].lists]
    places = _place([tally for _, tally in ranked], rules, settle=lambda tied: [tied])
    placed = [(ranked[at], place, tied, decided_by) for at, place, tied, decided_by in places]
    return tuple(
        TeamStanding(place, team, tally.lists, tally.sums, tied, decided_by)
        for (team, tally), place, tied, decided_by in [*placed, *((row, None, False, None) for row in unranked)]
    )


Merit = tuple[int, ...]


def merits(tallies: Sequence[Tally], rules: RuleSet) -> list[Merit]:
    """Returns the figures of each tally, one for each criterion of the rule system; smaller figures are better."""
    return list(zip(*(_figures(criterion, tallies, rules) for criterion in rules.criteria), strict=True))


def _figures(criterion: Criterion, tallies: Sequence[Tally], rules: RuleSet) -> list[int]:
    match criterion:
        case Criterion.LISTS:
            return [-tally.lists for tally in tallies]
        case Criterion.SCORING_POINTS:
            return [-tally.sums.scoring_points for tally in tallies]
        case Criterion.TABLE_POINTS:
            return [-tally.sums.half_points for tally in tallies]
        case Criterion.TOTAL:
            sign = -1 if rules.highest_wins else 1
            return [sign * tally.sums.total for tally in tallies]
        case Criterion.FINISHED:
            return [-tally.sums.finished for tally in tallies]
        case Criterion.HANDROMMES:
            return [-tally.sums.handrommes for tally in tallies]
        case Criterion.PLAY_OFF:
            return [0] * len(tallies)  # not a figure of a list: players equal in all figures play it
    assert_never(criterion)


# The index of the row, its rank, whether the rank is shared, and the criterion that ranked it below the row before.
_Place = tuple[int, int, bool, Criterion | None]

Group = Sequence[int]  # indices of the players that share a rank


def _place(tallies: Sequence[Tally], rules: RuleSet, *, settle: Callable[[Group], Sequence[Group]]) -> list[_Place]:
    """Returns the places of the tallies, best first; ``settle`` splits groups of equal tallies, if it can."""
    figures = merits(tallies, rules)
    by_merit = sorted(range(len(figures)), key=figures.__getitem__)  # equal tallies keep their order
    places: list[_Place] = []
    before: Merit | None = None
    for mine, equals in groupby(by_merit, key=figures.__getitem__):
        # The first criterion in which this group and the previous one differ.
        decided_by = next(compress(rules.criteria, map(ne, before, mine))) if before else None
        equal = list(equals)
        for group in settle(equal) if len(equal) > 1 else [equal]:
            rank, tied = len(places) + 1, len(group) > 1
            for index in group:
                places.append((index, rank, tied, decided_by))
                decided_by = None
            decided_by = Criterion.PLAY_OFF
        before = mine
    return places
