"""A case that somebody noted becomes a table to try."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from romme_turnier.core.playing.acting import carry_out
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.playing.trying import trial
from romme_turnier.core.rules.play import parse_position, seen_by, whole_pack
from tests.core.playing.tables import SECRET, told, typed

CASE = (
    "rommeordnung / hands KS 9H 8H, ?13, ?13 / table 2 5H 6H 7H, 3 9S 10S(*) JS / pile ?3 4C / stock 57 / turn 1 10 "
    "/ opened 4 5 -"
)


def players(*plays: Plays) -> list[Player]:
    return [Player(name, one) for name, one in zip(("Anna", "Bernd", "Cora"), plays, strict=True)]


def test_what_the_case_tells_lies_there_and_all_other_cards_are_dealt_by_chance() -> None:
    table = trial(parse_position(CASE), players(*(Plays.PERSON,) * 3), SECRET)
    assert table.game is not None
    position = table.game.position
    assert Counter(position.cards) <= Counter(whole_pack(table.rules, 3))
    assert seen_by(position, 1) == seen_by(parse_position(CASE), 1)
    assert awaited(table) == (1,)
    other = trial(parse_position(CASE), players(*(Plays.PERSON,) * 3), bytes(32))
    assert other.game is not None
    assert other.game.position.hands[1] != position.hands[1]


def test_a_case_is_played_to_its_end_and_then_nobody_is_awaited() -> None:
    table, rng = trial(parse_position(CASE), players(*(Plays.SIMPLE,) * 3), SECRET), random.Random(1)
    for _ in range(500):
        if not awaited(table):
            break
        then = carry_out(table, awaited(table)[0], decide(table, awaited(table)[0], rng))
        assert isinstance(then, Table)
        table = then
    assert table.over
    assert table.finished == ()
    assert told(typed(table, "mischen")) == "match_over"
    assert told(typed(table, "mitspielen Dora", seat=0)) == "already_dealt"


@pytest.mark.parametrize(("case", "names"), [(CASE, 2), (CASE + " / over 2", 3)])
def test_a_case_needs_a_player_for_every_seat_and_a_game_that_goes_on(case: str, names: int) -> None:
    with pytest.raises(ValueError, match="a case to try"):
        trial(parse_position(case), [Player(f"P{n}") for n in range(names)], SECRET)
