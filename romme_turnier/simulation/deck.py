"""Generates games as tables report them, from dealt hands or, if laid cards bring points, from random points."""

import random

from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.play.dealing import whole_pack
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import RuleSet

HANDROMME_CHANCE = 0.03
NOT_OPENED_CHANCE = 0.15
MOST_CARDS_LEFT = 9  # of 13: an opening takes four, and the discard is one of the fourteen
_TRIES = 50


def play_game(
    rules: RuleSet, seats: int, number: int, rng: random.Random, *, vacant: frozenset[int] = frozenset()
) -> Game:
    """Returns a game that could have been played at a table of this size; players of `vacant` seats have left.

    Raises RuntimeError if no attempt gives a possible game.
    """
    for _try in range(_TRIES):
        game = _noted(seats, number, rng, vacant) if rules.highest_wins else _left(rules, seats, number, rng, vacant)
        if is_possible(rules, game, vacant):
            return game
    raise RuntimeError(f"no possible game of {rules.key} for {seats} seats was found")  # pragma: no cover


def is_possible(rules: RuleSet, game: Game, vacant: frozenset[int] = frozenset()) -> bool:
    """Returns whether the rules allow this game on a list."""
    return not check_outcome(
        rules,
        finisher=game.finisher,
        handromme=game.handromme,
        points=game.points,
        game=game.number,
        vacant=vacant,
        options_known=True,  # a new event offers these options
    )


def _left(rules: RuleSet, seats: int, number: int, rng: random.Random, vacant: frozenset[int]) -> Game:
    """Returns a game in which one player goes out, and the others get points for the cards left in their hands."""
    playing = [seat for seat in range(1, seats + 1) if seat not in vacant]
    finisher = rng.choice(playing)
    handromme = rules.hand_romme_min is not None and rng.random() < HANDROMME_CHANCE
    pack = list(whole_pack(rules, seats))
    rng.shuffle(pack)
    dealt = rules.play.dealt
    hands = (pack[seat * dealt : (seat + 1) * dealt] for seat in range(seats))
    points: list[int | None] = []
    for seat, hand in enumerate(hands, start=1):
        if seat in vacant:
            points.append(None)
        elif seat == finisher:
            points.append(0)
        else:
            has_opened = not handromme and rng.random() >= NOT_OPENED_CHANCE
            kept = rng.randint(1, min(MOST_CARDS_LEFT, len(hand))) if has_opened else len(hand)
            points.append(points_left(hand[:kept], rules))
    return Game(number, finisher, handromme, tuple(points))


def _noted(seats: int, number: int, rng: random.Random, vacant: frozenset[int]) -> Game:
    """Returns a game of a system that notes points for laid cards, in which each player gets some points."""
    playing = [seat for seat in range(1, seats + 1) if seat not in vacant]
    points = tuple(rng.randint(6, 60) if seat in playing else None for seat in range(1, seats + 1))
    return Game(number, rng.choice(playing), False, points)
