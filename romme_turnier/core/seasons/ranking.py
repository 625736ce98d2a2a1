"""Ranks players over a season by a formula, with the computation of each row."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, assert_never

from romme_turnier.core.seasons.formula import (
    DropWorst,
    Formula,
    Join,
    Keep,
    KeepBest,
    KeepBestPerGroup,
    MeanOfAtLeast,
    Missing,
    Number,
    PlacePercent,
    PlacePoints,
    Result,
    Tie,
    UnitKey,
    UnitKind,
    Value,
    unit_key,
)


class Fate(Enum):
    """The reason why a unit does not count, or `KEPT`."""

    KEPT = auto()
    DROPPED = auto()  # by ``keep``
    SHORT_MONTH = auto()  # fewer lists than a month needs
    NOT_POSITIVE = auto()


COUNTING = (Fate.KEPT, Fate.DROPPED)  # the fates of units that are compared with the need and with the units offered


class Unit(NamedTuple):
    """A unit of a player: the sum of its lists, or the points or the percentage for the player's place."""

    key: UnitKey
    value: Number
    lists: int
    group: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class Computation:
    """The steps from a player's units to the player's value.

    ``before_minus`` is the sum or mean of the units kept and ``filled`` missing ones, each counted as ``filled_with``.
    ``minus``, for ``missed`` units, makes the value worse: it is added if the fewest win, otherwise subtracted.
    ``adjustment`` is added last.
    """

    units: tuple[Unit, ...]
    count: int  # units before `keep`
    used: int  # units kept
    filled: int
    filled_with: Number | None
    before_minus: Number
    missed: int
    minus: Number
    adjustment: Number
    value: Number


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A player with a rank, which equal players share."""

    rank: int
    player: str
    computation: Computation


@dataclass(frozen=True, slots=True)
class UnrankedRow:
    """A player who has only ``count`` units and needs ``missing`` more to be ranked."""

    player: str
    units: tuple[Unit, ...]
    count: int
    missing: int


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """The ranking after ``offered`` units. A player needs ``needs`` units to be ranked.

    Rows with equal ranks are sorted by player.
    """

    offered: int
    needs: int
    rows: tuple[RankedRow, ...]
    unranked: tuple[UnrankedRow, ...]


def rank(
    results: Iterable[Result],
    formula: Formula,
    offered: int | None = None,
    adjustments: Mapping[str, Number] | None = None,
) -> SeasonRanking:
    """Returns the ranking by a formula after ``offered`` units.

    If that number is not given, it is the number of different units in the results that the formula takes, including
    those of guests. Players are in neither list if the formula takes none of their results, or excludes them because
    they were guests. If the formula keeps the best per group, all lists of a unit must have the same group.
    ``adjustments``, by player, are added to the values last.
    """
    key_of = unit_key(formula.unit)
    taken = [result for result in results if formula.take.takes(result)]
    if offered is None:
        offered = len({key_of(result) for result in taken})
    by_player: defaultdict[str, list[Result]] = defaultdict(list)
    for result in taken:
        if formula.guests or not result.guest:
            by_player[result.player].append(result)
    needs = formula.need.after(offered) if formula.need is not None else 0
    places = formula.places
    points = dict(_place_points(by_player, formula, places, key_of)) if places is not None else None
    units = {player: _units(own, formula, key_of, points) for player, own in by_player.items()}
    all_values = [unit.value for own in units.values() for unit in own if unit.fate is Fate.KEPT]
    worst = _worst(all_values, formula) if all_values else 0
    rows, unranked = [], []
    for player in sorted(by_player):
        count = sum(unit.fate is Fate.KEPT for unit in units[player])
        own = _keep(units[player], formula)
        if count < needs or all(unit.fate is not Fate.KEPT for unit in own):
            unranked.append(UnrankedRow(player, own, count, max(needs - count, 1)))
            continue
        adjustment = adjustments.get(player, 0) if adjustments is not None else 0
        computation = _compute(own, formula, offered, worst, adjustment)
        rows.append((_merit(computation, by_player[player], formula), player, computation))
    rows.sort(key=lambda row: row[0])  # equal rows stay ordered by player
    ranked: list[RankedRow] = []
    for _merit_of_all, equals in groupby(rows, key=lambda row: row[0]):
        place = len(ranked) + 1
        ranked += [RankedRow(place, player, computation) for _, player, computation in equals]
    return SeasonRanking(offered, needs, tuple(ranked), tuple(unranked))


def _value_of(value: Value) -> Callable[[Result], Number]:
    match value:
        case Value.RESULT:
            return attrgetter("result")
        case Value.SCORING_POINTS:
            return attrgetter("scoring_points")
        case Value.TABLE_POINTS:
            return attrgetter("table_points")
        case Value.LISTS:
            return lambda _: 1
    assert_never(value)


Merit = tuple[Number | tuple[Number, ...], ...]  # compared one by one; smaller is better
Points = Mapping[tuple[str, UnitKey], Number]


def _place_points(
    by_player: Mapping[str, Sequence[Result]],
    formula: Formula,
    places: PlacePoints | PlacePercent,
    key_of: Callable[[Result], UnitKey],
) -> Iterator[tuple[tuple[str, UnitKey], Number]]:
    """Yields each player's points or percentage for each unit, by the place among all players of the unit.

    The value decides, then (for scoring points) the card points, then more games ended, then more Handrommés; equal
    players share the better place. If the fewest win, the number of lists decides before the value.
    """
    value_of = _value_of(formula.value)
    sign = 1 if formula.value.fewest_win else -1
    units: defaultdict[UnitKey, list[tuple[Merit, str]]] = defaultdict(list)
    for player, results in by_player.items():
        for key, group in groupby(sorted(results, key=key_of), key_of):
            own = list(group)
            if _is_short(own, formula):
                continue
            merit = (
                -len(own) if formula.value.fewest_win else 0,
                sign * sum(map(value_of, own)),
                sum(result.result for result in own) if formula.value is Value.SCORING_POINTS else 0,
                -sum(result.ended for result in own),
                -sum(result.handrommes for result in own),
            )
            units[key].append((merit, player))
    for key, entries in units.items():
        place = 1
        for _merit_of_all, equals in groupby(sorted(entries), key=itemgetter(0)):
            tied = [player for _, player in equals]
            match places:
                case PlacePoints():
                    worth: Number = places.of(place, len(entries))
                case PlacePercent():
                    worth = places.of(place, len(tied), len(entries))
            for player in tied:
                yield (player, key), worth
            place += len(tied)


def _is_short(lists: Sequence[Result], formula: Formula) -> bool:
    return formula.unit is UnitKind.MONTH and len(lists) < formula.month_needs


def _units(
    results: Sequence[Result], formula: Formula, key_of: Callable[[Result], UnitKey], points: Points | None
) -> list[Unit]:
    """Returns a player's units in the order of their days; units that count are all kept at first."""
    value_of, weights = _value_of(formula.value), dict(formula.weights)
    units = []
    for key, group in groupby(sorted(results, key=key_of), key_of):
        own = list(group)
        is_short = _is_short(own, formula)
        value: Number
        if points is not None and not is_short:
            value = points[own[0].player, key] * weights.get(own[0].kind, 1)
        elif weights:
            value = sum(value_of(result) * weights.get(result.kind, 1) for result in own)
        else:
            value = sum(map(value_of, own))
        if is_short:
            fate = Fate.SHORT_MONTH
        elif formula.positive and value <= 0:
            fate = Fate.NOT_POSITIVE
        else:
            fate = Fate.KEPT
        units.append(Unit(key, value, len(own), own[0].group, fate))
    return units


def _worst(values: Iterable[Number], formula: Formula) -> Number:
    return max(values) if formula.fewest_win else min(values)


def _keep(units: Sequence[Unit], formula: Formula) -> tuple[Unit, ...]:
    """Returns the units, marking the dropped ones; of equal units, ``keep`` drops the later ones."""
    if formula.keep is None:
        return tuple(units)
    counting = [unit for unit in units if unit.fate is Fate.KEPT]
    best_first = sorted(counting, key=attrgetter("value"), reverse=not formula.fewest_win)
    kept = {unit.key for unit in _best(best_first, formula.keep)}
    return tuple(
        unit if unit.fate is not Fate.KEPT or unit.key in kept else unit._replace(fate=Fate.DROPPED) for unit in units
    )


def _best(best_first: Sequence[Unit], keep: Keep) -> Sequence[Unit]:
    match keep:
        case KeepBest():
            return best_first[: keep.number]
        case DropWorst():
            return best_first[: max(len(best_first) - keep.number, 0)]
        case KeepBestPerGroup():
            groups: defaultdict[str, list[Unit]] = defaultdict(list)
            for unit in best_first:
                groups[unit.group].append(unit)
            return [unit for units in groups.values() for unit in units[: keep.number]]
    assert_never(keep)


def _compute(units: tuple[Unit, ...], formula: Formula, offered: int, worst: Number, adjustment: Number) -> Computation:
    kept = [unit.value for unit in units if unit.fate is Fate.KEPT]
    joined: Number = sum(kept)
    filled, filled_with = 0, None
    match formula.join:
        case Join.SUM:
            pass
        case Join.MEAN:
            joined = Fraction(joined) / len(kept)
        case MeanOfAtLeast(number, missing):
            if filled := max(number - len(kept), 0):
                filled_with = _missing_value(missing, kept, worst, formula)
                joined += filled * filled_with
            joined = Fraction(joined) / max(number, len(kept))
        case _:
            assert_never(formula.join)
    count = sum(unit.fate in COUNTING for unit in units)
    missed = offered - count
    minus = formula.minus.amount(missed) if formula.minus is not None else 0
    value = (joined + minus if formula.fewest_win else joined - minus) + adjustment
    return Computation(units, count, len(kept), filled, filled_with, joined, missed, minus, adjustment, value)


def _missing_value(missing: Number | Missing, kept: Sequence[Number], worst: Number, formula: Formula) -> Number:
    match missing:
        case Missing.OWN_WORST:
            return _worst(kept, formula)
        case Missing.WORST:
            return worst
        case int() | Fraction():
            return missing
    assert_never(missing)


def _merit(computation: Computation, results: Sequence[Result], formula: Formula) -> Merit:
    sign = 1 if formula.fewest_win else -1

    def figure(tie: Tie) -> Number | tuple[Number, ...]:
        match tie:
            case Tie.ENDED:
                return -sum(result.ended for result in results)
            case Tie.HANDROMMES:
                return -sum(result.handrommes for result in results)
            case Tie.FEWER_UNITS:
                return computation.count
            case Tie.LAST:  # a shorter tuple is smaller than a longer one that begins with it
                return tuple(sign * unit.value for unit in reversed(computation.units) if unit.fate in COUNTING)
        assert_never(tie)

    return (sign * computation.value, *map(figure, formula.ties))


def two_digits(value: Number) -> str:
    """Returns a number with two digits after the point, halves rounded away from zero; "0.00" for -0.004."""
    hundredths = int(abs(Fraction(value)) * 100 + Fraction(1, 2))
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"
