"""Opponents who hold no card that may be discarded: they lay what makes a discard possible, and end the game."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.opponents import simple, strong
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules.play import parse_position, seen_by
from romme_turnier.core.rules.record import Moment

BOTH = pytest.mark.parametrize("player", [simple, strong])


def commands(player: ModuleType, hand: str, table: str) -> set[str]:
    position = parse_position(
        f"rommeordnung / hands {hand}, ?3, ?3 / table {table} / pile 8H / stock 40 / turn 1 20 drawn / opened 3 9 9"
    )
    view = SeatView(1, Moment.of(seen_by(position, 1)))
    return {format_command(player.decide(view, random.Random(seed))) for seed in range(30)}


@BOTH
def test_6_5_nobody_passes_who_can_lay_a_card_and_then_discard_the_joker(player: ModuleType) -> None:
    table = "2 7D *8D 9D 10D JD"
    assert commands(player, "6D *", table) <= {"anlegen 1 6D", "anlegen 1 *"}
    assert commands(player, "*", table) == {"ablegen *"}


@BOTH
def test_6_10_two_jokers_that_fit_nowhere_are_kept(player: ModuleType) -> None:
    assert commands(player, "* *", "2 7D 7S 7H 7C") == {"passen"}
