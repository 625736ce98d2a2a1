"""Table sizes and the seeded draw of a series (§ 2.1).

The draw minimises these counts in order of priority:

1. earlier small tables of the players who sit at a small table now, in proportion to the series that they have played
   (`Candidate.burden`); a small table has fewer seats than wanted, three under the Romméordnung,
2. pairs of team mates at one table,
3. pairs of club mates at one table,
4. earlier meetings of the pairs now at one table,
5. pairs of club mates at one table who do not face each other.

Seats go round the table: 1 faces 3, and 2 faces 4. A table of three is a table of four whose seat 4 stays empty: seats
1 and 3 face each other, and seat 2 faces an empty seat.

Players may be tied to a table of the hall; they always sit there, and the draw moves only the others.

If a perfect schedule is known for the whole event and does not raise counts 1 to 3, the first series assigns the places
of the schedule by lot. While the players stay the same, each series then plays one of its rounds. After each series, no
player has had two more small tables than another player with as many series, unless players are tied to a table.
"""

import random
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.places import are_sizes_of_schedule, place, schedule_for, tables_of
from romme_turnier.core.seating.schedules import EDITION, FAIR_AT_THE_END, FOURS_ONLY
from romme_turnier.core.seating.search import FACING, Field, Search, least_pairs, numbered

# Stored with every draw; any change in the seating that a seed produces requires a new name. "search-4" (version 0.2.0)
# knew schedules only for tables of four and swapped their empty seats; "search-5" shared the small tables of a schedule
# fairly only by its end, not after each series. These differences follow from the edition of the schedules, which the
# record of an event's first draw names.
ALGORITHM = "search-6"

# The wanted table size of the Romméordnung (§ 2.1); records without a size come from its events.
FOUR = 4

NO_MEETINGS: Mapping[frozenset[int], int] = MappingProxyType({})


class SeatingImpossible(ValueError):
    """Raised if this many players cannot be seated at tables of the sizes that the rule system allows (§ 2.1)."""

    def __init__(self, players: int, ruleset: RuleSet) -> None:
        super().__init__(f"{players} players cannot be seated at tables of {ruleset.seats_min} to {ruleset.seats_max}")
        self.players, self.ruleset = players, ruleset


def table_sizes(players: int, ruleset: RuleSet) -> tuple[int, ...]:
    """Returns the sizes of the tables, large ones first.

    Within the rule system's bounds, the sizes differ as little as possible in total from the wanted size
    (``table_size``) and from each other. If several numbers of tables achieve this, the greatest is taken. With tables
    of four and three, this gives the fewest threes (§ 2.1).

    Raises SeatingImpossible if no sizes fit: under the Romméordnung, for fewer than 3 players and for 5.
    """
    least, most, wanted = ruleset.seats_min, ruleset.seats_max, ruleset.table_size
    counts = range(-(-players // most), players // least + 1) if players > 0 else range(0)
    if not counts:
        raise SeatingImpossible(players, ruleset)
    # An even spread never has sizes on both sides of the wanted one, so no other division deviates less.
    tables = min(counts, key=lambda count: (abs(players - count * wanted), -count))
    each, over = divmod(players, tables)
    return (each + 1,) * over + (each,) * (tables - over)


def nearest_seatable(players: int, ruleset: RuleSet) -> tuple[int, ...]:
    """Returns the next lower number of players that can be seated, if any, and the next higher one."""

    def fits(number: int) -> bool:
        return -(-number // ruleset.seats_max) <= number // ruleset.seats_min

    below = [number for number in range(1, players) if fits(number)][-1:]
    return (*below, next(number for number in range(players + 1, players + 1 + ruleset.seats_max) if fits(number)))


class TiesImpossible(ValueError):
    """Raised if players cannot sit at the tables they are tied to.

    `code` is the reason. `room` is the greatest number of seats that `table` can have; it is 0 for "no_such_table".

    "too_many": more players are tied to this table than any table has seats. "no_such_table": the series does not have
    this table. "all_threes": the players tied to this table would fit a large table, but no large table is left.
    """

    def __init__(self, code: str, table: int, room: int = 0) -> None:
        super().__init__(f"{code}: table {table}")
        self.code, self.table, self.room = code, table, room


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player to be seated; without a club or team (None), the player has no club mates or team mates."""

    id: int
    club: Hashable | None = None
    team: Hashable | None = None
    threes: int = 0  # small tables (of three, if four are wanted) the player has had in earlier series
    table: int | None = None  # the number of the table that the player is tied to
    played: int = 0  # earlier series the player has sat in
    spared: bool = False  # whether the player sat at a small table in the last series

    @property
    def burden(self) -> int:
        """The weight of another small table, which grows with the share of small tables among the player's series.

        It is twice that share, in thousandths, plus one if the player sat at a small table in the last series.
        """
        return 2 * (1000 * self.threes // max(self.played, 1)) + self.spared


@dataclass(frozen=True, slots=True)
class WholeEvent:
    """The series of a whole event and their schedule."""

    series: int  # the number of series
    order: tuple[int, ...] = ()  # `SeatingPlan.order` of the first series; empty for that series and without a schedule
    edition: int = EDITION  # edition of the known schedules: see core.seating.schedules


@dataclass(frozen=True, slots=True)
class DrawQuality:
    """The quality of a seating; lower is better, and ``club_pairs`` cannot be below ``club_pairs_unavoidable``."""

    club_pairs: int  # pairs of club mates at one table
    club_pairs_unavoidable: int  # the least number of such pairs at this many tables, in any seating
    not_opposite: int  # pairs of club mates at one table who do not face each other
    repeats: int  # earlier meetings of the pairs now at one table; a third meeting counts twice
    team_pairs: int  # pairs of team mates at one table
    threes_again: int  # earlier small tables of the players now at one


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """The tables in order, each with its players' ids by seat, seat 1 first.

    In a draw, larger tables come first, unless players are tied to a table.
    """

    tables: tuple[tuple[int, ...], ...]
    quality: DrawQuality
    order: tuple[int, ...] = ()
    """The players' ids by place in the event's schedule, 0 for an empty seat; empty without a schedule."""


def draw(
    candidates: Iterable[Candidate],
    sizes: Sequence[int],
    *,
    rng: random.Random,
    wanted: int | None = FOUR,
    met: Mapping[frozenset[int], int] = NO_MEETINGS,
    numbers: Sequence[int] = (),
    event: WholeEvent | None = None,
) -> SeatingPlan:
    """Seats all candidates at tables of these sizes (`table_sizes`, § 2.1).

    Tables smaller than `wanted` are shared fairly; if `wanted` is None, as in old records, the algorithm of those
    records is used. `met` counts the earlier meetings of two players, by their ids. `numbers` are the table numbers in
    order, by default 1, 2, … Schedules are tried only if an `event` is given.

    The same arguments, with the candidates in any order and the generator in the same state, give the same plan. Only
    `rng.random()` is used, because all versions of Python return the same numbers for a seed.

    Raises TiesImpossible if players cannot sit at the tables they are tied to, and ValueError if an id occurs twice or
    the sizes do not fit the candidates.
    """
    players = sorted(candidates, key=lambda candidate: candidate.id)
    if len({player.id for player in players}) < len(players):
        raise ValueError("an id occurs twice among the candidates")
    _demand_seats(players, sizes)
    homes = _homes(players, sizes, numbers or range(1, len(sizes) + 1))
    tied = {index: homes[player.table][0] for index, player in enumerate(players) if player.table is not None}
    small = range(FOUR if wanted is None else wanted)
    search = Search(_field(players, sizes, small, met, loose=wanted is None), rng=rng, tied=tied)
    order, scheduled = ((), None) if event is None or homes else _scheduled(event, players, sizes, met, rng)
    if scheduled is None:
        search.run()
    else:
        search.tables = scheduled
    tables = tuple(tuple(players[index].id for index in table) for table in search.seated(dict(homes.values())))
    return SeatingPlan(tables, quality(tables, players, met, wanted or FOUR), order)


def is_best(
    tables: Sequence[Sequence[int]],
    candidates: Iterable[Candidate],
    met: Mapping[frozenset[int], int] = NO_MEETINGS,
    wanted: int = FOUR,
) -> bool:
    """Returns whether every count provably has its least possible value; False proves nothing."""
    players = sorted(candidates, key=lambda candidate: candidate.id)
    index = {player.id: at for at, player in enumerate(players)}
    field = _field(players, [len(table) for table in tables], range(wanted), met)
    return sum(field.cost([index[player] for player in table]) for table in tables) == field.least()


def _field(
    players: Sequence[Candidate],
    sizes: Sequence[int],
    small: Container[int],
    met: Mapping[frozenset[int], int],
    *,
    loose: bool = False,
) -> Field:
    return Field(
        sizes,
        small,
        clubs=numbered(player.club for player in players),
        teams=numbered(player.team for player in players),
        burdens=[player.burden for player in players],
        meetings=lambda: _meetings(players, met),
        loose=loose,
    )


def _scheduled(
    event: WholeEvent,
    players: Sequence[Candidate],
    sizes: Sequence[int],
    met: Mapping[frozenset[int], int],
    rng: random.Random,
) -> tuple[tuple[int, ...], list[list[int]] | None]:
    """Returns the ids by place in the schedule, and the tables of the chosen round as players' indices.

    Returns () and None if no schedule fits, if its places cannot be assigned, if the players have changed or have
    played without it, or if every remaining round repeats a meeting or shares the small tables unfairly.
    """
    large = FOUR if event.edition == FOURS_ONLY else max(sizes)
    fits = are_sizes_of_schedule(sizes, large)
    schedule = schedule_for(len(players), large, event.series, event.edition) if fits else None
    ids = [player.id for player in players]
    if schedule is None or (event.order and sorted(filter(None, event.order)) != ids):
        return (), None
    if event.order:
        index = {player: at for at, player in enumerate(ids)}
        order = tuple(index.get(player, len(ids)) for player in event.order)
    elif met or any(player.played for player in players):
        return (), None
    else:
        clubs, teams = (numbered(getattr(player, kind) for player in players) for kind in ("club", "team"))
        placed = place(schedule, clubs, teams, rng, event.edition)
        if placed is None:
            return (), None
        order = placed
    rounds = (tables_of(order, tables_of_round, len(ids)) for tables_of_round in schedule.rounds)
    left = [
        tables
        for tables in rounds
        if not any(met.get(frozenset((ids[a], ids[b]))) for table in tables for a, b in combinations(table, 2))
    ]

    def burden(tables: list[list[int]]) -> int:
        return sum(players[index].burden for table in tables if len(table) < large for index in table)

    if event.edition <= FAIR_AT_THE_END:
        chosen = min(left, key=burden, default=None)
    else:
        chosen = next((tables for tables in left if _is_fair(tables, players, large)), None)
    named = tuple(ids[at] if at < len(ids) else 0 for at in order)
    return (named, chosen) if chosen else ((), None)


def _is_fair(tables: list[list[int]], players: Sequence[Candidate], large: int) -> bool:
    """Returns whether no player at a small table has had a larger share of small tables than a player elsewhere."""
    shares = [player.burden // 2 for player in players]
    small = [index for table in tables if len(table) < large for index in table]
    others = set(range(len(players))) - set(small)
    return not small or not others or max(shares[at] for at in small) <= min(shares[at] for at in others)


def _demand_seats(players: Sequence[Candidate], sizes: Sequence[int]) -> None:
    if sum(sizes) != len(players):
        raise ValueError(f"{len(players)} players for {sum(sizes)} seats")


def demand_room(candidates: Iterable[Candidate], sizes: Sequence[int], numbers: Sequence[int]) -> None:
    """Raises TiesImpossible or ValueError if `draw` cannot seat these candidates; does not check for repeated ids."""
    players = list(candidates)
    _demand_seats(players, sizes)
    _homes(players, sizes, numbers)


def sizes_in_row(candidates: Iterable[Candidate], sizes: Sequence[int], numbers: Sequence[int]) -> tuple[int, ...]:
    """Returns the sizes in the order of `numbers`.

    Each table with tied players has room for all of them. Among the other tables, large ones come first. Raises the
    exceptions of `demand_room`.
    """
    players = list(candidates)
    _demand_seats(players, sizes)
    places = {place: table for table, place in _homes(players, sizes, numbers).values()}
    others = iter([table for table in range(len(sizes)) if table not in places.values()])
    return tuple(sizes[places[place] if place in places else next(others)] for place in range(len(sizes)))


def _homes(
    players: Sequence[Candidate], sizes: Sequence[int], numbers: Sequence[int]
) -> dict[int | None, tuple[int, int]]:
    """Returns the index among `sizes` and the position in `numbers` of each table with tied players, by its number.

    The largest tables go to groups that fill them, then to the groups whose players have sat at small tables most
    often. Raises TiesImpossible.
    """
    groups: dict[int, list[Candidate]] = {}
    for player in players:
        if player.table is not None:
            groups.setdefault(player.table, []).append(player)
    for number, group in sorted(groups.items()):
        if number not in numbers:
            raise TiesImpossible("no_such_table", number)
        if len(group) > max(sizes):
            raise TiesImpossible("too_many", number, max(sizes))

    def claim(number: int) -> tuple[bool, int, int]:
        group = groups[number]
        return (len(group) < max(sizes), -sum(player.threes for player in group), number)

    homes: dict[int | None, tuple[int, int]] = {}
    for table, number in enumerate(sorted(groups, key=claim)):
        if len(groups[number]) > sizes[table]:
            raise TiesImpossible("all_threes", number, sizes[table])
        homes[number] = (table, numbers.index(number))
    return homes


def quality(
    tables: Sequence[Sequence[int]],
    candidates: Iterable[Candidate],
    met: Mapping[frozenset[int], int] = NO_MEETINGS,
    wanted: int = FOUR,
) -> DrawQuality:
    """Returns the quality of any seating.

    `tables` holds ids by seat, as in SeatingPlan; all must be among the candidates. The bound for clubs covers only the
    seated players.
    """
    known = {candidate.id: candidate for candidate in candidates}
    counted = [counts(table, known, met, wanted) for table in tables]
    threes_again, team_pairs, club_pairs, repeats, not_opposite = map(sum, zip((0, 0, 0, 0, 0), *counted, strict=True))
    clubs = numbered(known[player].club for table in tables for player in table)
    return DrawQuality(
        club_pairs=club_pairs,
        club_pairs_unavoidable=least_pairs(clubs, len(tables)),
        not_opposite=not_opposite,
        repeats=repeats,
        team_pairs=team_pairs,
        threes_again=threes_again,
    )


def counts(
    table: Sequence[int], known: Mapping[int, Candidate], met: Mapping[frozenset[int], int], wanted: int = FOUR
) -> tuple[int, int, int, int, int]:
    """Returns the five counts that a draw minimises, for one table given as ids by seat.

    They are the players' earlier small tables if this one is small, and the pairs of team mates, of club mates, of
    players who have met before (once for each meeting), and of club mates who do not face each other.
    """
    facing = {frozenset(pair) for pair in zip(table, table[2:], strict=False)} if len(table) <= FACING else set()
    teams = clubs = repeats = side_by_side = 0
    for a, b in combinations(table, 2):
        player, other, pair = known[a], known[b], frozenset((a, b))
        club_mates = player.club is not None and player.club == other.club
        teams += player.team is not None and player.team == other.team
        clubs += club_mates
        repeats += met.get(pair, 0)
        side_by_side += club_mates and pair not in facing
    small = sum(known[player].threes for player in table) if len(table) < wanted else 0
    return small, teams, clubs, repeats, side_by_side


def _meetings(players: Sequence[Candidate], met: Mapping[frozenset[int], int]) -> list[dict[int, int]]:
    """Returns the number of earlier meetings of each player, by index of the other player."""
    index = {player.id: position for position, player in enumerate(players)}
    meetings: list[dict[int, int]] = [{} for _ in players]
    for pair, times in met.items():
        if len(pair) == 2 and all(player in index for player in pair):
            a, b = (index[player] for player in pair)
            meetings[a][b] = meetings[b][a] = times
    return meetings
