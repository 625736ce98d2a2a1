"""Computes a season's table from the formula (JSON) and the stored results, without using the program's code."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
Row = dict[str, Any]
Name = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a player or a club in a table; without a rank, `lacks` is the number of missing units."""

    rank: int | None
    value: str
    minus: str
    units: int
    used: int
    lacks: int


@dataclass(slots=True)
class _Own:
    """The figures from which a line is computed. `worth` has the value of each unit by its name, in order."""

    lists: list[Row]
    worth: dict[Name, Fraction]
    kept: list[Fraction]
    minus: Fraction = Fraction(0)
    value: Fraction = Fraction(0)


def count_table(
    formula: Json,
    lists: Iterable[Row],
    points: Mapping[int, Fraction],
    key: str = "player_id",
    everybody: Iterable[Row] | None = None,
) -> dict[int, Line]:
    """Returns the line of each player by primary key, or of each club if `key` is "club_id".

    `lists` are results that count in standings and in the window of the formula, with `guest` as the season judges it.
    `everybody` has the results of all players, by default `lists`. `points` are the sums of the adjustments by player.
    """
    few = formula.get("value", "result") == "result" and "places" not in formula
    taken = [row for row in lists if is_taken(formula, row)]
    all_taken = taken if everybody is None else [row for row in everybody if is_taken(formula, row)]
    offered = len({_name(formula, row) for row in all_taken})
    need = formula.get("need", 0)
    needs = -(-need["need"] * offered // need["of"]) if isinstance(need, dict) else need
    people: dict[int, _Own] = {}
    for row in taken:
        if not row["guest"] or formula.get("who", {}).get("guests"):
            people.setdefault(row[key], _Own([], {}, [])).lists.append(row)
    for own in people.values():
        own.worth = _worths(formula, own.lists)
    if formula.get("places") == "percent":
        percentages = {pk: _percentages(formula, people, pk) for pk in people}
        for pk, own in people.items():
            own.worth = percentages[pk]
    keep = formula.get("keep") or {"drop": 0}
    for own in people.values():
        most = keep["best"] if "best" in keep else max(0, len(own.worth) - keep["drop"])
        own.kept = sorted(own.worth.values(), reverse=not few)[:most]
    everything = [worth for own in people.values() for worth in own.worth.values()]
    lines, ranked = {}, {}
    for pk, own in people.items():
        if len(own.worth) < needs or not own.kept:
            lines[pk] = Line(None, "", "", len(own.worth), 0, max(1, needs - len(own.worth)))
            continue
        own.minus = _minus(formula.get("minus"), offered - len(own.worth))
        own.value = _joined(formula.get("join", "sum"), own.kept, everything, few)
        own.value += (own.minus if few else -own.minus) + points.get(pk, 0)
        ranked[pk] = own
    for pk, own in ranked.items():
        rank = 1 + sum(_comes_before(formula, other, own, few) for other in ranked.values())
        lines[pk] = Line(rank, written(own.value), written(own.minus), len(own.worth), len(own.kept), 0)
    return lines


def written(number: Fraction) -> str:
    """Returns a number as text with two decimals; halves are rounded away from zero."""
    hundredths = (abs(number) * 200 + 1) // 2
    text = f"{hundredths // 100}.{hundredths % 100:02d}"
    return f"-{text}" if number < 0 and hundredths else text


def is_taken(formula: Json, row: Row) -> bool:
    """Returns whether the formula takes lists of this kind of event and series."""
    take = formula.get("take", {})
    return row["kind"] in take.get("kinds", [row["kind"]]) and row["series"] in take.get("series", [row["series"]])


def _name(formula: Json, row: Row) -> Name:
    match formula.get("unit", "list"):
        case "month":
            return (row["day"].year, row["day"].month)
        case "event":
            return (row["day"], row["event_id"])
    return (row["day"], row["event_id"], row["series"])


def _worths(formula: Json, lists: list[Row]) -> dict[Name, Fraction]:
    of_unit: dict[Name, list[Fraction]] = defaultdict(list)
    for row in lists:
        of_unit[_name(formula, row)].append(_worth(formula.get("value", "result"), row))
    least = formula.get("month_needs", 1) if formula.get("unit") == "month" else 1
    sums = {name: sum(parts, Fraction(0)) for name, parts in sorted(of_unit.items()) if len(parts) >= least}
    return {name: worth for name, worth in sums.items() if worth > 0 or not formula.get("positive")}


def _percentages(formula: Json, people: Mapping[int, _Own], pk: int) -> dict[Name, Fraction]:
    """Returns the player's percentage for each unit: the mean of 100 per player beaten and 50 per tied player.

    It is 50 if no other player has the unit.
    """
    shares = {}
    for name in people[pk].worth:
        others = [own for number, own in people.items() if number != pk and name in own.worth]
        mine = _order(formula, people[pk], name)
        duels = [
            100 if mine < theirs else 50 if mine == theirs else 0
            for own in others
            for theirs in [_order(formula, own, name)]
        ]
        shares[name] = Fraction(sum(duels), len(duels)) if duels else Fraction(50)
    return shares


def _order(formula: Json, own: _Own, name: Name) -> tuple[Fraction | int, ...]:
    """Returns the merit of a unit; the least comes first."""
    lists = [row for row in own.lists if _name(formula, row) == name]
    ended, handrommes = (-sum(row[column] for row in lists) for column in ("finished", "handrommes"))
    match formula.get("value", "result"):
        case "result":
            return -len(lists), own.worth[name], ended, handrommes
        case "scoring_points":
            return -own.worth[name], sum(row["result"] for row in lists), ended, handrommes
    return -own.worth[name], ended, handrommes


def _worth(value: str, row: Row) -> Fraction:
    match value:
        case "lists":
            return Fraction(1)
        case "table_points":
            return Fraction(row["half_points"], 2)
    return Fraction(row[value])


def _joined(join: Any, kept: list[Fraction], everything: list[Fraction], few: bool) -> Fraction:
    if join == "sum":
        return sum(kept, Fraction(0))
    counted = list(kept)
    if isinstance(join, dict):
        worst: Callable[[list[Fraction]], Fraction] = max if few else min
        match join.get("missing", "0"):
            case "own_worst":
                filler = worst(kept)
            case "worst":
                filler = worst(everything)
            case number:
                filler = Fraction(number)
        counted += [filler] * (join["mean_of_at_least"] - len(kept))
    return sum(counted, Fraction(0)) / len(counted)


def _minus(minus: Json | None, missed: int) -> Fraction:
    if minus is None or missed < minus.get("from", minus["over"] + 1):
        return Fraction(0)
    product = Fraction(minus.get("times", "1"))
    for _factor in range(minus["power"]):
        product *= missed - minus["over"]
    return product


def _comes_before(formula: Json, first: _Own, second: _Own, few: bool) -> bool:
    if first.value != second.value:
        return (first.value < second.value) == few
    for tie in formula.get("ties", []):
        match tie:
            case "ended" | "handrommes":
                column = "finished" if tie == "ended" else tie
                mine, theirs = (sum(row[column] for row in own.lists) for own in (first, second))
            case "fewer_units":
                mine, theirs = len(second.worth), len(first.worth)
            case _:  # the last units backwards: a player who runs out of units comes first
                mine, theirs = _backwards(first, second, few), 0
        if mine != theirs:
            return bool(mine > theirs)
    return False


def _backwards(first: _Own, second: _Own, few: bool) -> int:
    """Returns 1 if the last units rank `first` higher, -1 if they rank `second` higher, 0 if they are equal."""
    ours, theirs = ([own.worth[name] for name in sorted(own.worth, reverse=True)] for own in (first, second))
    for mine, his in zip(ours, theirs, strict=False):
        if mine != his:
            return 1 if (mine < his) == few else -1
    return (len(theirs) > len(ours)) - (len(ours) > len(theirs))
