"""A written position becomes a table to try."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.playing.trial import trial
from romme_turnier.core.rules.play import parse_position, seen_by, whole_pack
from tests.core.playing.tables import SECRET, now, told, typed

CASE = (
    "rommeordnung / hands KS 9H 8H, ?13, ?13 / table 2 5H 6H 7H, 3 9S 10S(*) JS / pile ?3 4C / stock 57 / turn 1 10 "
    "/ opened 4 5 -"
)


def players(*plays: Plays) -> list[Player]:
    return [Player(name, kind) for name, kind in zip(("Anna", "Bernd", "Cora"), plays, strict=True)]


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


def test_everything_is_taken_back_in_a_case_up_to_the_position_that_was_noted() -> None:
    first = trial(parse_position(CASE), players(*(Plays.PERSON,) * 3), SECRET)
    table, said = first, []
    for seat, line in ((1, "ziehen"), (1, "ablegen KS"), (2, "ziehen"), (2, "zurück"), (3, "zurück"), (1, "zurück")):
        answer = typed(table, line, seat=seat)
        said.append(told(answer))
        table = answer.table
    assert said == ["ok"] * 6
    assert now(answer) == now(typed(first, "karten"))
    assert told(typed(table, "zurück")) == "nothing_to_take_back"


def test_later_moves_of_opponents_are_taken_back_with_the_players_act() -> None:
    table, rng = (
        trial(parse_position(CASE), players(Plays.PERSON, Plays.SIMPLE, Plays.SIMPLE), SECRET),
        random.Random(1),
    )
    table = typed(table, "ziehen").table
    before = now(typed(table, "karten"))
    table = typed(table, "ablegen KS").table
    while awaited(table) != (1,):
        then = carry_out(table, awaited(table)[0], decide(table, awaited(table)[0], rng))
        assert isinstance(then, Table)
        table = then
    assert now(typed(table, "zurück")) == before


def test_end_of_a_case_is_taken_back_too() -> None:
    table = trial(
        parse_position(CASE.replace("KS 9H 8H", "KS").replace("10 ", "10 drawn ")),
        players(*(Plays.PERSON,) * 3),
        SECRET,
    )
    table = typed(table, "ablegen KS").table
    assert table.over
    assert table.dealer is None
    table = typed(table, "zurück").table
    assert table.playing
    assert awaited(table) == (1,)


def test_word_that_a_card_is_drawn_is_taken_back_before_the_others_have_answered() -> None:
    line = "contract / hands 4C KS 9H, ?10, ?10 / pile 4D / stock 60 / turn 1 10 / round 1"
    table = typed(trial(parse_position(line), players(*(Plays.PERSON,) * 3), SECRET), "ziehen").table
    assert table.drawing
    table = typed(table, "zurück", seat=2).table
    assert not table.drawing
    assert awaited(table) == (1,)


@pytest.mark.parametrize(("case", "names"), [(CASE, 2), (CASE + " / over 2", 3)])
def test_a_case_needs_a_player_for_every_seat_and_a_game_that_goes_on(case: str, names: int) -> None:
    with pytest.raises(ValueError, match="a case to try"):
        trial(parse_position(case), [Player(f"P{n}") for n in range(names)], SECRET)
