"""Whole matches of opponents: all acts are accepted, every game ends, and its record is valid to the last line."""

from __future__ import annotations

import pytest

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.table import Plays, Table
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.record import commitment, format_record, parse_record, replay
from tests.core.playing.matches import played, table_of
from tests.core.rules.record.games import SYSTEMS


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_match_of_simple_opponents_ends_and_its_records_are_valid(name: str) -> None:
    *_, (_, _, table) = played(SYSTEMS[name], 1)
    assert len(table.finished) == 2
    for record in table.finished:
        replayed = replay(parse_record(format_record(record)))
        assert (replayed.faults, replayed.irregular) == ((), ())
        assert replayed.row == record.result is not None
        assert record.seed is not None
        assert commitment(record.seed) == record.shuffle
    assert table.match is not None
    assert len(table.match.played) == 2


@pytest.mark.parametrize("name", ["rommee knocking, rearranging", "contract"])
def test_no_card_is_lost_between_two_commands(name: str) -> None:
    for _, _, table in played(SYSTEMS[name], 2, games=1):
        assert table.game is not None
        assert table.game.position.cards == whole_pack(table.rules, len(table.players))


def test_the_same_commands_lead_to_the_same_table_again() -> None:
    told = [*played(SYSTEMS["rommeordnung"], 3)]
    last = told[-1][2]
    again = table_of(last.rules, *(player.plays for player in last.players), secret=last.secret)
    for seat, command, _ in told:
        then = carry_out(again, seat, command)
        assert isinstance(then, Table)
        again = then
    assert again == last


def test_what_is_published_before_a_deal_is_the_commitment_to_its_seed() -> None:
    published = []
    for _, _, table in played(SYSTEMS["classic"], 4):
        if not table.playing:
            published.append(table.commitment)
    assert [record.shuffle for record in table.finished[1:]] == published[:-1]
    assert len(set(published)) == len(published) == 2


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_game_with_strong_opponents_ends_and_nothing_is_refused(name: str) -> None:
    *_, (_, _, table) = played(SYSTEMS[name], 6, Plays.STRONG, Plays.SIMPLE, Plays.STRONG, games=1)
    assert replay(table.finished[0]).valid
