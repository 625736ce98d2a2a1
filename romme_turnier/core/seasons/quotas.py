"""Shares out places of a championship among clubs or associations, cuts them off by rank, and passes on declined ones.

Equal claims to the last places are not decided here: the result names them, and the caller draws lots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import assert_never


class Method(StrEnum):
    """The method that turns numbers of members or entries into places."""

    LARGEST_REMAINDER = "largest_remainder"
    D_HONDT = "d_hondt"
    SAINTE_LAGUE = "sainte_lague"


@dataclass(frozen=True, slots=True)
class Apportionment:
    """The places of each party. Another ``by_lot`` places go to as many of the ``equal`` parties, drawn by lot."""

    places: Mapping[str, int]
    equal: tuple[str, ...] = ()
    by_lot: int = 0


def apportion(
    members: Mapping[str, int], places: int, method: Method, *, minimum: int = 0, in_advance: int = 0
) -> Apportionment:
    """Returns the places of each party by its number of members, in the order of ``members``.

    Parties that would get fewer places than ``minimum`` get this number, and the others share the rest. ``in_advance``
    places go to each party first, in addition to the minimum; the rest is shared as if they had not been given. Raises
    ValueError if there are not enough places for each party, if no party has members, or if a number of members is
    negative.
    """
    left = places - in_advance * len(members)
    if left < minimum * len(members) or min(members.values(), default=0) < 0 or not any(members.values()):
        raise ValueError("no members, or too few places for each party")
    raised: set[str] = set()  # parties with the minimum
    while True:
        others = {party: number for party, number in members.items() if party not in raised}
        shared = _share(others, left - minimum * len(raised), method)
        below = {party for party, number in shared.places.items() if number < minimum}
        if not below:
            break
        raised |= below
    given = {party: in_advance + shared.places.get(party, minimum) for party in members}
    return Apportionment(given, shared.equal, shared.by_lot)


def _share(members: Mapping[str, int], places: int, method: Method) -> Apportionment:
    match method:
        case Method.LARGEST_REMAINDER:
            return _largest_remainder(members, places)
        case Method.D_HONDT:
            return _highest_averages(members, places, step=1)
        case Method.SAINTE_LAGUE:
            return _highest_averages(members, places, step=2)
    assert_never(method)


def _largest_remainder(members: Mapping[str, int], places: int) -> Apportionment:
    total = sum(members.values())
    given = {party: number * places // total for party, number in members.items()}
    remainders = {party: number * places % total for party, number in members.items()}
    left = places - sum(given.values())
    last = sorted(remainders.values(), reverse=True)[left - 1] if left else total
    equal = tuple(party for party in members if remainders[party] == last)
    ahead = [party for party in members if remainders[party] > last]
    if len(ahead) + len(equal) == left:
        ahead, equal = [*ahead, *equal], ()
    for party in ahead:
        given[party] += 1
    return Apportionment(given, equal, left - len(ahead))


def _highest_averages(members: Mapping[str, int], places: int, step: int) -> Apportionment:
    """Gives each place to the party with the highest members / (1 + step × its places so far).

    Equal parties get a place each in the same step. If too few places are left for all of them, lots decide.
    """
    given = dict.fromkeys(members, 0)
    left = places
    while left:
        averages = {party: Fraction(number, 1 + step * given[party]) for party, number in members.items()}
        highest = max(averages.values())
        leaders = tuple(party for party in members if averages[party] == highest)
        if len(leaders) > left:
            return Apportionment(given, leaders, left)
        for party in leaders:
            given[party] += 1
        left -= len(leaders)
    return Apportionment(given)


def lot_order(parties: Iterable[str], rng: Random) -> tuple[str, ...]:
    """Returns the parties in an order drawn by lot, winners first; the order of ``parties`` does not matter."""
    lot = {party: rng.random() for party in sorted(parties)}
    return tuple(sorted(lot, key=lot.__getitem__))


def cut(ranks: Iterable[int], places: int) -> int:
    """Returns the number of rows that qualify for the places if equal ranks qualify together ("36 and ties")."""
    return sum(rank <= places for rank in ranks)


@dataclass(frozen=True, slots=True)
class Qualification:
    """The qualified players in order, and the replacements.

    A replacement is a pair of the declining player and the successor, or None if no player was waiting.
    """

    qualified: tuple[str, ...]
    replacements: tuple[tuple[str, str | None], ...]


def qualification(order: Sequence[str], places: int, declined: Iterable[str]) -> Qualification:
    """Returns the qualified players: the first ones of the order, and a replacement for each declined place.

    ``declined`` lists players in the order in which they declined. A player who declines while waiting does not move up
    later. Raises ValueError if a player declines twice or is not in the order.
    """
    qualified, waiting = list(order[:places]), list(order[places:])
    replacements: list[tuple[str, str | None]] = []
    for player in declined:
        if player in waiting:
            waiting.remove(player)
        else:
            qualified.remove(player)
            replacements.append((player, waiting[0] if waiting else None))
            qualified += waiting[:1]
            del waiting[:1]
    return Qualification(tuple(qualified), tuple(replacements))
