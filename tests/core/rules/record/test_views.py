"""The view of a record for a seat has no hidden data, in any line, order or size."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from romme_turnier.core.rules.play import format_position, seen_by
from romme_turnier.core.rules.record.acts import Act, Check, Verb, format_line
from romme_turnier.core.rules.record.notation import Record, format_record, parse_record
from romme_turnier.core.rules.record.replay import moments, replay
from romme_turnier.core.rules.record.views import view
from romme_turnier.core.rules.system.cards import JOKER, format_card
from tests.core.rules.record.games import SYSTEMS, played, seeds


def running(record: Record) -> Record:
    """The game just before its end, uncounted."""
    return replace(record, lines=record.lines[: -len(record.seats) - 2], result=None)


def lines(record: Record) -> list[str]:
    return [format_line(line) for line in record.lines]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_view_hides_what_others_are_dealt_and_draw_and_never_has_the_seed(name: str) -> None:
    record, _ = played(name, seeds(name)[0])
    for seat in (None, 1, 2):
        seen = view(record, seat)
        text = format_record(seen)
        assert parse_record(text) == seen
        assert "Seed" not in text
        assert (record.seed or b"").hex() not in text
        for said, line in zip(seen.lines, record.lines, strict=True):
            if not isinstance(line, Act) or not isinstance(said, Act):
                continue
            whose = {Verb.DEAL: line.number, Verb.DRAW: line.seat, Verb.CLAIM: line.seat}.get(line.verb, seat)
            if whose != seat:
                assert set(format_line(said).split()[2 + (line.verb is Verb.DEAL) :]) == {"??"}
            assert line.verb is not Verb.SHUFFLE or said.cards == ()


@pytest.mark.parametrize("name", SYSTEMS)
def test_nobody_can_tell_two_games_apart_that_differ_in_what_nobody_of_them_sees(name: str) -> None:
    """Two kinds of cards that a seat never sees change places in the whole record: its view stays the same."""
    record = replace(played(name, seeds(name)[0])[0], seed=None, result=None)
    record = replace(record, lines=record.lines[: min(30, len(record.lines) // 2)])
    told, compared = format_record(record), 0
    for seat in (None, 1, 2):
        text = format_record(view(record, seat))
        seen = set(re.findall(r"(?:10|[2-9JQKA])[CSHD]\b", text))
        unseen = [card for card in map(format_card, range(JOKER)) if card not in seen and f" {card}" in told]
        for one, other in zip(unseen[::2], unseen[1::2], strict=False):
            swapped = told.replace(f" {one}", " @").replace(f" {other}", f" {one}").replace(" @", f" {other}")
            assert swapped != told
            assert format_record(view(parse_record(swapped), seat)) == text
            compared += 1
            break
    assert compared == 3


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_view_of_a_game_that_goes_on_is_the_beginning_of_the_later_view(name: str) -> None:
    record = running(played(name, seeds(name)[0])[0])
    for seat in (None, 1):
        whole = lines(view(record, seat))
        for count in range(10, len(record.lines), max(1, len(record.lines) // 6)):
            assert lines(view(replace(record, lines=record.lines[:count]), seat)) == whole[:count]


def test_hands_are_open_when_they_are_counted_and_not_before() -> None:
    record, _ = played("rommeordnung", 2)
    hands = [line for line in view(record, 1).lines if isinstance(line, Check) and line.what == "hand"]
    assert hands == [line for line in record.lines if isinstance(line, Check) and line.what == "hand"]
    early = running(record)
    last = moments(early)[-1]
    assert last is not None
    checks = tuple(Check("hand", (seat,), hand) for seat, hand in enumerate(last.position.hands, start=1))
    seen = view(replace(early, lines=(*early.lines, *checks)), 1)
    assert lines(seen)[-len(checks)] == format_line(checks[0])
    assert {card for line in lines(seen)[-len(checks) + 1 :] for card in line.split()[3:]} == {"??"}


def test_a_game_of_which_nobody_was_the_finisher_counts_no_hands() -> None:
    record, found = played("treppenromme", 2)
    assert found[-1].position.finisher is None
    assert "?? ??" in lines(view(record, None))[-1]


def test_a_view_of_a_view_shows_no_more_and_a_view_cannot_be_replayed() -> None:
    record, _ = played("classic", 2)
    seen = view(record, 2)
    assert not replay(seen).valid
    with pytest.raises(ValueError, match="no views"):
        view(seen, 1)


def test_a_check_before_the_deal_shows_nothing() -> None:
    record, _ = played("classic", 2)
    early = replace(record, lines=(*record.lines[:1], Check("hand", (1,), (0, 1))))
    assert lines(view(early, 1))[-1] == "= hand 1 ?? ??"


def test_what_a_seat_sees_at_the_end_is_what_its_position_shows() -> None:
    record, found = played("contract", 3)
    assert [line for line in lines(view(record, 2)) if " out" in line] == [f"{found[-1].position.finisher} out ??"]
    assert format_position(seen_by(found[-1].position, 2)).count("pile ?") == 1
