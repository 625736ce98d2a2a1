"""Assigns the places of a perfect schedule to the players of a whole event.

Empty seats are treated as invisible players, which make their table small. A schedule is used only if no count that
matters more than repeated meetings suffers: small tables are shared fairly after each series, and team mates and club
mates are kept as far apart as possible in every series.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from romme_turnier.core.seating.schedules import EDITION, FAIR_AT_THE_END, FOURS_ONLY, Round, candidates, perfect
from romme_turnier.core.seating.search import least_pairs

# Swaps tried before the event is left to the search: for each place, and at most.
_TRIES_PER_PLACE, _TRIES_MOST = 150, 20_000
# The costs of meetings; one meeting of a worse kind outweighs all meetings of the next kind.
_EMPTY_PAIR, _SMALL_AGAIN, _TEAM, _CLUB = 10**18, 10**12, 10**6, 1
# Candidate places that edition 3 tried to leave empty before the event was left to the search.
_LOOKS_MOST = 50_000
# Steps before the event is left to the search: for one schedule, and for ordering its rounds with one set of empty
# places.
_STEPS_MOST, _STEPS_OF_ORDER = 8_000, 300


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of an event in playing order, and the places that stay empty in all of them."""

    rounds: tuple[Round, ...]
    empty: tuple[int, ...] = ()


def are_sizes_of_schedule(sizes: Sequence[int], large: int) -> bool:
    """Returns whether a schedule with `large` places at each table seats the players at tables of these sizes."""
    return set(sizes) <= {large, large - 1} and len(sizes) == -(-sum(sizes) // large)


@lru_cache(maxsize=64)
def schedule_for(players: int, seats: int, series: int, edition: int = EDITION) -> Schedule | None:
    """Returns up to `series` perfect rounds, with empty places added so that all tables have `seats` places.

    Returns None if no schedule that shares the small tables fairly was found. Editions before the fourth take the
    rounds in the given order; they check the small tables only after the last round, or not at all (`FOURS_ONLY`).
    """
    places = players + -players % seats
    if edition <= FAIR_AT_THE_END:
        rounds = perfect(places, seats, series, edition)
        empty = None if rounds is None else () if edition == FOURS_ONLY else empty_places(rounds, players)
        return None if rounds is None or empty is None else Schedule(rounds, empty)
    schedules = (_shared_fairly(rounds, players, series) for rounds in candidates(places, seats, series, edition))
    return next(filter(None, schedules), None)


def _shared_fairly(rounds: Sequence[Round], players: int, series: int) -> Schedule | None:
    """Returns a schedule of these rounds in a fair order, with empty places; None if no such order is found.

    The order is fair if after each round no player has had two more small tables than another. The places of
    `empty_places` are tried first. Next are sets of places that never share a table, so that all rounds can be used,
    then sets with which enough rounds can be used.
    """
    length = min(series, len(rounds))
    places, seats = sum(map(len, rounds[0])), len(rounds[0][0])
    first = empty_places(rounds[:length], players)
    if first is not None and (places - players) * (seats - 1) * length <= players:  # no player sits at two small tables
        return Schedule(tuple(rounds[:length]), first)
    search = _Orders(rounds, length)
    for ways, usable in (
        ([] if first is None else [first], length),
        (combinations(range(places), places - players), len(rounds)),
        (combinations(range(places), places - players), length),
    ):
        arranged = search.with_empty(ways, usable)
        if arranged:
            return arranged
    return None


class _Orders:
    """The search for places to leave empty and a fair order of the rounds. Sets of places are stored as bit masks.

    Players get another small table only after all others have had as many. Rounds in which the players of the last
    small tables sit at large ones are tried first.
    """

    def __init__(self, rounds: Sequence[Round], length: int) -> None:
        self.rounds, self.length = rounds, length
        self.mates = [{place: _mask(table) & ~(1 << place) for table in tables for place in table} for tables in rounds]
        self.small: dict[int, int] = {}
        self.everybody = 0
        self.steps = 0

    def with_empty(self, ways: Iterable[tuple[int, ...]], usable: int) -> Schedule | None:
        """Tries sets of empty places; returns the first fair schedule found, None if the limited search finds none.

        Uses only rounds in which no two empty places share a table. Sets with fewer than `usable` such rounds are
        skipped.
        """
        left = _STEPS_MOST
        for empty in ways:
            nobody = _mask(empty)
            self.everybody = (1 << len(self.mates[0])) - 1 & ~nobody
            self.small = {
                at: sum(mates[place] for place in empty)
                for at, mates in enumerate(self.mates)
                if not any(mates[place] & nobody for place in empty)
            }
            self.steps = 1
            order = self.ordered((), 0, 0) if len(self.small) >= usable else None
            if order:
                return Schedule(tuple(self.rounds[at] for at in order), empty)
            left -= self.steps
            if left < 0:
                break
        return None

    def ordered(self, begun: tuple[int, ...], ahead: int, last: int) -> tuple[int, ...] | None:
        """Returns `begun` completed to a fair order of the rounds; None if none is found.

        `ahead` and `last` are bit masks. `ahead` holds the players who have had one more small table than the others,
        `last` the players at the small tables of the last round.
        """
        if len(begun) == self.length:
            return begun
        for at in sorted(self.small.keys() - set(begun), key=lambda at: ((self.small[at] & last).bit_count(), at)):
            self.steps += 1
            if self.steps > _STEPS_OF_ORDER:
                break
            small, behind = self.small[at], self.everybody & ~ahead
            if small & ahead and behind & ~small:
                continue
            further = small & ahead if small & ahead or small == behind else ahead | small
            order = self.ordered((*begun, at), further, small)
            if order:
                return order
        return None


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def place(
    schedule: Schedule, clubs: Sequence[int], teams: Sequence[int], rng: random.Random, edition: int
) -> tuple[int, ...] | None:
    """Returns, for each place of the schedule, the index of its player; indices beyond the last player are empty seats.

    `clubs` and `teams` hold a number for each player. Returns None if the limited number of swaps does not separate
    team mates and club mates as well as possible.
    """
    kind = _AllSwapped if edition == FOURS_ONLY else _Placing
    placing = kind(schedule.rounds, clubs, teams, rng, schedule.empty)
    return tuple(placing.order) if placing.improve() else None


def tables_of(order: Sequence[int], tables: Round, players: int) -> list[list[int]]:
    """Returns the tables of a round as lists of players without empty seats, large tables first."""
    seated = [[order[at] for at in table if order[at] < players] for table in tables]
    return sorted(seated, key=lambda table: -len(table))


def empty_places(rounds: Sequence[Round], players: int) -> tuple[int, ...] | None:
    """Returns places to leave empty so that after all rounds no player has had two more small tables than another.

    No two of these places ever meet, because each makes its own table small. Returns None if no such places are found.
    """
    mates = [frozenset(sharing) for sharing in _mates(rounds)]
    places = len(mates)
    least = _least_again((places - players) * len(mates[0]), players)
    looks = 0

    def further(chosen: tuple[int, ...], again: int) -> tuple[int, ...] | None:
        nonlocal looks
        if len(chosen) == places - players:
            return chosen
        for candidate in range(chosen[-1] + 1 if chosen else 0, places):
            looks += 1
            if looks > _LOOKS_MOST:
                return None
            if not any(candidate in mates[other] for other in chosen):
                more = again + sum(len(mates[candidate] & mates[other]) for other in chosen)
                completed = further((*chosen, candidate), more) if more <= least else None
                if completed is not None:
                    return completed
        return None

    return further((), 0)


def _least_again(small: int, players: int) -> int:
    """Returns the least number of repeats, counted in pairs, if the players share `small` seats at small tables."""
    each, over = divmod(small, players)
    return (players - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)


def _mates(rounds: Sequence[Round]) -> list[list[int]]:
    """Returns the mates of each place: the other places that share a table with it in any round."""
    mates: list[list[int]] = [[] for table in rounds[0] for _ in table]
    for tables in rounds:
        for table in tables:
            for a, b in combinations(table, 2):
                mates[a].append(b)
                mates[b].append(a)
    return mates


class _Placing:
    """Assigns players to the places of a schedule and swaps them while that helps; the `empty` places stay empty."""

    def __init__(
        self,
        rounds: Sequence[Round],
        clubs: Sequence[int],
        teams: Sequence[int],
        rng: random.Random,
        empty: Sequence[int],
    ) -> None:
        self.rounds, self.clubs, self.teams, self.random = rounds, clubs, teams, rng.random
        self.seats, self.tables = len(rounds[0][0]), len(rounds[0])
        self.players, self.places = len(clubs), self.seats * self.tables
        self.mates = _mates(rounds)
        self.order = self.start(empty)
        self.movable = [at for at in range(self.places) if at not in empty]

    def start(self, empty: Sequence[int]) -> list[int]:
        """Returns the players by place, club after club and shuffled in groups of the length of a row.

        In a transversal schedule, the players in one row meet in only one round, if at all.
        """
        row = self.shuffled(list(range(self.players)))
        rank = {player: at for at, player in enumerate(row)}
        first: dict[tuple[int, int], int] = {}
        for player in row:
            first.setdefault((0, self.clubs[player]), rank[player])
            first.setdefault((1, self.teams[player]), rank[player])
        row.sort(key=lambda player: (first[0, self.clubs[player]], first[1, self.teams[player]]))
        length = self.tables
        order = [seated for at in range(0, self.players, length) for seated in self.shuffled(row[at : at + length])]
        for player, at in enumerate(sorted(empty), start=self.players):
            order.insert(at, player)
        return order

    def shuffled(self, items: list[int]) -> list[int]:
        keys = [self.random() for _ in items]
        return [item for _key, item in sorted(zip(keys, items, strict=True))]

    def pair(self, a: int, b: int) -> int:
        """Returns the cost of a meeting of these two players."""
        if a >= self.players or b >= self.players:
            return 0
        return _TEAM * (self.teams[a] == self.teams[b]) + _CLUB * (self.clubs[a] == self.clubs[b])

    def company(self, place: int) -> int:
        """Returns the cost of all meetings of the player at this place."""
        return sum(self.pair(self.order[place], self.order[mate]) for mate in self.mates[place])

    def around(self, a: int, b: int) -> int:
        """Returns the sum of the costs that a swap of these two places can change."""
        return self.company(a) + self.company(b)

    def cost(self) -> int:
        return sum(map(self.company, range(self.places))) // 2

    def least(self) -> int:
        """Returns a lower bound for the cost."""
        return len(self.rounds) * (
            _TEAM * least_pairs(self.teams, self.tables) + _CLUB * least_pairs(self.clubs, self.tables)
        )

    def costly(self) -> list[int]:
        """Returns the places from which to try swaps."""
        return [at for at in self.movable if self.company(at)]

    def improve(self) -> bool:
        """Swaps players until the cost is as low as possible; returns False if the tries run out first."""
        cost, least = self.cost(), self.least()
        tries = min(_TRIES_PER_PLACE * self.places, _TRIES_MOST)
        while cost > least and tries > 0:
            costly = self.costly()
            for _ in range(min(tries, self.places)):
                tries -= 1
                a = costly[int(self.random() * len(costly))]
                b = self.movable[int(self.random() * len(self.movable))]
                cost += self.swapped(a, b)
                if cost <= least:
                    break
        return cost <= least

    def swapped(self, a: int, b: int) -> int:
        """Swaps the players at two places unless that raises the event's cost; returns the change in cost."""
        before = self.around(a, b)
        self.order[a], self.order[b] = self.order[b], self.order[a]
        grown = self.around(a, b) - before
        if grown > 0:
            self.order[a], self.order[b] = self.order[b], self.order[a]
            return 0
        return grown


class _AllSwapped(_Placing):
    """Assigns places as version 0.2.0 did: empty seats start at the last places and are swapped like players."""

    def start(self, empty: Sequence[int]) -> list[int]:
        return [*super().start(empty), *range(self.players, self.places)]

    def pair(self, a: int, b: int) -> int:
        return _EMPTY_PAIR if a >= self.players and b >= self.players else super().pair(a, b)

    def small_again(self, place: int) -> int:
        """Returns the cost of repeated small tables for the player at this place."""
        if self.players == self.places or self.order[place] >= self.players:
            return 0
        times = sum(self.order[mate] >= self.players for mate in self.mates[place])
        return _SMALL_AGAIN * (times * (times - 1) // 2)

    def around(self, a: int, b: int) -> int:
        cost = super().around(a, b)
        if self.players < self.places:
            cost += sum(self.small_again(place) for place in {a, b, *self.mates[a], *self.mates[b]})
        return cost

    def cost(self) -> int:
        return super().cost() + sum(map(self.small_again, range(self.places)))

    def least(self) -> int:
        small = (self.seats - 1) * (self.places - self.players) * len(self.rounds)
        return _SMALL_AGAIN * _least_again(small, self.players) + super().least()

    def costly(self) -> list[int]:
        costly = [at for at in self.movable if self.company(at) or self.small_again(at)]
        return costly + list(range(self.players, self.places))
