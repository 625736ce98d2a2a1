"""Whole games by chance, in all systems: every act is allowed, no card is lost, and the record tells the same again."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.play import format_position, parse_position, whole_pack
from romme_turnier.core.rules.record.notation import format_record, parse_record
from romme_turnier.core.rules.record.replay import replay
from tests.core.rules.record.games import SYSTEMS, played, seeds


@pytest.mark.parametrize("name", SYSTEMS)
def test_whole_games_stay_within_the_rules(name: str) -> None:
    ruleset, ended = SYSTEMS[name], 0
    for seed in seeds(name):
        record, moments = played(name, seed)
        pack = whole_pack(ruleset, len(record.seats))
        for moment in moments:
            assert moment.position.cards == pack
            assert all(judge_meld(meld.cards, record.rules).valid for meld in moment.position.table)
            assert len(moment.names) == len(set(moment.names)) == len(moment.position.table)
        ended += moments[-1].position.over
    assert ended


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_record_read_and_replayed_is_the_game_that_was_played(name: str) -> None:
    for seed in seeds(name):
        record, moments = played(name, seed)
        text = format_record(record)
        read = parse_record(text)
        assert read == record
        assert format_record(read) == text
        found = replay(read)
        assert (found.faults, found.irregular) == ((), ())
        assert found.position == moments[-1].position
        assert found.row == record.result


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_row_of_a_game_is_a_row_that_is_possible(name: str) -> None:
    for seed in seeds(name):
        record, _ = played(name, seed)
        if record.result is not None:
            row = record.result
            assert not check_outcome(
                record.rules,
                finisher=row.finisher,
                handromme=row.rummy_hand,
                points=row.points,
                game=record.game,
                options_known=True,
            )


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_position_of_a_game_on_one_line_is_the_same_when_read(name: str) -> None:
    _, moments = played(name, seeds(name)[0])
    for moment in moments[:: 1 + len(moments) // 40]:
        line = format_position(moment.position)
        read = parse_position(line)
        assert format_position(read) == line
        assert read.rules == moment.position.rules
