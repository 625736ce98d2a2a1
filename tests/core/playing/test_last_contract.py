"""Opponents in the last contract, in which the game ends without a discard: the last card has to fit the table."""

from __future__ import annotations

import random
from statistics import mode
from types import ModuleType

import pytest

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.opponents import simple, strong
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules.play import parse_position, seen_by
from romme_turnier.core.rules.record import Moment

BOTH = pytest.mark.parametrize("player", [simple, strong])


def usual(player: ModuleType, hand: str, *, opened: str = "4", number: int = 7) -> str:
    """The usual acts of a player after drawing, with occasional others."""
    position = parse_position(
        f"contract / hands {hand}, ?3, ?3 / table 2 4H 5H 6H 7H, 2 9S 10S JS QS, 3 4D 5D 6D 7D / pile ?3 2C / stock 40 "
        f"/ turn 1 30 drawn / opened {opened} 5 6 / round {number}"
    )
    view = SeatView(1, Moment.of(seen_by(position, 1)))
    return mode(format_command(player.decide(view, random.Random(seed))) for seed in range(20))


@BOTH
def test_card_that_fits_is_kept_and_the_other_one_discarded_where_one_of_two_fits(player: ModuleType) -> None:
    assert usual(player, "8H AC") == "ablegen AC"
    assert usual(player, "8H AC", number=6) == "anlegen 1 8H"


@BOTH
def test_one_is_kept_of_two_cards_for_one_place(player: ModuleType) -> None:
    assert usual(player, "8H 8H") == "ablegen 8H"


@BOTH
def test_both_cards_are_laid_where_both_fit(player: ModuleType) -> None:
    assert usual(player, "8H KS") in {"anlegen 1 8H", "anlegen 2 KS"}


@BOTH
def test_second_card_is_laid_at_the_first(player: ModuleType) -> None:
    assert usual(player, "8H 9H") == "anlegen 1 8H"


@BOTH
def test_cards_are_laid_while_two_others_stay(player: ModuleType) -> None:
    assert usual(player, "8H AC 2D") == "anlegen 1 8H"


@BOTH
def test_all_cards_lie_at_one_stroke_where_longer_runs_take_them(player: ModuleType) -> None:
    told = usual(player, "2C 3C 4C 5C 6H 7H 8H 9H 5S 6S 7S 8S 9S", opened="-")
    assert told == "rauslegen 2C 3C 4C 5C | 5S 6S 7S 8S 9S | 6H 7H 8H 9H"


@BOTH
def test_shortest_runs_are_laid_where_longer_ones_do_not_take_all(player: ModuleType) -> None:
    told = usual(player, "2C 3C 4C 5C 6H 7H 8H 9H 5S 6S 7S 8S KD", opened="-")
    assert told == "rauslegen 2C 3C 4C 5C | 5S 6S 7S 8S | 6H 7H 8H 9H"
