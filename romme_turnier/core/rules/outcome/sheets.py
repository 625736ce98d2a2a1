"""Counts and settles the points of games and sheets outside tournament lists (see ``core.lists`` for those).

Seats count from 1; sequences by seat begin with seat 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Result:
    """One game as entered: points by seat, undoubled if the rule system doubles losses (``rommee``)."""

    points: tuple[int, ...]
    finisher: int | None = None  # None if the stock was used up
    rummy_hand: bool = False  # ended by Handrommé or Rommé-Hand


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of a sheet."""

    points: tuple[int, ...]  # by seat
    leaders: tuple[int, ...]  # the best seats so far, several in a tie
    over: bool  # whether the last game has been played
    left: int | None = None  # games still to be played; None if not fixed


def points_of_game(
    hands: Sequence[Sequence[Card]],
    ruleset: RuleSet,
    *,
    finisher: int | None,
    rummy_hand: bool = False,
    noted: Sequence[int] | None = None,
) -> Result:
    """Returns the result of a game that ended with these hands (§ 8.2).

    If the most points win, ``noted`` holds the points written down for cards laid out and laid off, by seat. The
    finisher also gets the points of the others' hands, twice for a Rommé-Hand; without a finisher, the hands do not
    count. Raises ValueError if the finisher holds cards and the rules do not allow that.
    """
    left = [points_left(hand, ruleset) for hand in hands]
    keeps_cards = ruleset.play.without_laying_out is not None or ruleset.play.one_suit
    if finisher is not None and hands[finisher - 1] and not keeps_cards:
        raise ValueError("the finisher has no cards left")
    if not ruleset.highest_wins:
        if finisher is not None:
            left[finisher - 1] = 0
        return Result(tuple(left), finisher, rummy_hand)
    points = list(noted or (0,) * len(hands))
    if finisher is not None:
        others = sum(left) - left[finisher - 1]
        points[finisher - 1] += others * (ruleset.play.stroke_factor if rummy_hand else 1)
    return Result(tuple(points), finisher, rummy_hand)


def add_up(games: Sequence[Result], ruleset: RuleSet, *, seats: int, agreed: int | None = None) -> Sums:
    """Returns the sums of a sheet; losses from a Handrommé are multiplied by the rule system's factor.

    ``agreed`` is a number of games that replaces the rule system's. Raises ValueError for a game without an entry for
    each seat, and for games after the end.
    """
    if any(len(game.points) != seats for game in games):
        raise ValueError(f"a game has one entry for each of {seats} seats")
    number = agreed or games_of_sheet(ruleset, seats)
    if number is not None and len(games) > number:
        raise ValueError(f"a sheet has {number} games")
    sums, target = [0] * seats, ruleset.play.target
    for place, game in enumerate(games):
        if place and target is not None and is_target_met(sums, target, ruleset):
            raise ValueError(f"the match ended after game {place}")
        factor = ruleset.factor(handromme=game.rummy_hand)
        for seat, points in enumerate(game.points):
            sums[seat] += points * factor
    if number is not None:
        return Sums(tuple(sums), _leaders(sums, ruleset), len(games) == number, number - len(games))
    over = target is not None and is_target_met(sums, target, ruleset)
    return Sums(tuple(sums), _leaders(sums, ruleset), over)


def games_of_sheet(ruleset: RuleSet, seats: int) -> int | None:
    """Returns the number of games in a sheet: rounds × players, contracts or a list's length; None if not fixed."""
    if ruleset.play.contracts:
        return len(ruleset.play.contracts)
    if ruleset.play.rounds is not None:
        return ruleset.play.rounds * seats
    return ruleset.games


def settle(losses: Sequence[int], stake: Decimal = Decimal("0.001")) -> tuple[int, ...]:
    """Returns the cents that each seat gets, negative if it pays, settled in pairs (``classic``, Abrechnung).

    ``stake`` is the money for a point. Each loss times the stake is truncated to whole cents; then every pair settles
    its difference. The sum is always 0. Raises ValueError for a negative loss or stake.
    """
    if stake < 0 or any(loss < 0 for loss in losses):
        raise ValueError("losses and stakes are not below zero")
    owed = [int(loss * stake * 100) for loss in losses]
    # The sum of the differences from all others is the total less the seat's amount times the number of players.
    together = sum(owed)
    return tuple(together - len(owed) * own for own in owed)


def _leaders(sums: Sequence[int], ruleset: RuleSet) -> tuple[int, ...]:
    best = max(sums) if ruleset.highest_wins else min(sums)
    return tuple(seat for seat, points in enumerate(sums, start=1) if points == best)


def is_target_met(sums: Sequence[int], target: int, ruleset: RuleSet) -> bool:
    """Returns whether a single leader has reached ``target``; tied leaders play one more game."""
    return max(sums) >= target and len(_leaders(sums, ruleset)) == 1
