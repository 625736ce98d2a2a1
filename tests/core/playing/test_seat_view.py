"""The view of a seat does not depend on cards that it has not seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from romme_turnier.core.playing.seat_view import SeatView, view_at, visible_lines
from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules.record import Record, Verb, view
from romme_turnier.core.rules.system.cards import HIDDEN
from tests.core.playing.matches import played
from tests.core.rules.record.games import SYSTEMS


@pytest.mark.parametrize("name", ["rommeordnung", "rommee knocking, rearranging", "treppenromme", "contract"])
def test_the_lines_of_a_seat_are_those_of_its_view_of_the_record(name: str) -> None:
    *_, (_, _, table) = played(SYSTEMS[name], 5, games=1)
    assert table.game is not None
    for seat in range(len(table.players) + 1):
        assert visible_lines(table.game, seat) == view(table.game.record, seat or None).lines


@pytest.mark.parametrize("name", ["rommeordnung", "classic one suit, many cards", "rommee knocking, rearranging"])
def test_nothing_that_a_seat_is_given_depends_on_hidden_cards(name: str) -> None:
    """Two cards change places that the seat does not see: it is given the same."""
    for number, (_, _, table) in enumerate(played(SYSTEMS[name], 6, games=1)):
        if number % 7 or not table.playing:
            continue
        for seat in range(len(table.players) + 1):
            assert _given(table, seat) == _given(_exchanged(table, seat), seat)


def _given(table: Table, seat: int) -> SeatView | None:
    return view_at(table, seat)


def _exchanged(table: Table, seat: int) -> Table:
    """A card of a hand that the seat does not see for one of the stock."""
    assert table.game is not None
    position = table.game.position
    other = next(place for place, hand in enumerate(position.hands) if place + 1 != seat and hand)
    if not position.stock:
        return table
    hand = (*position.hands[other][1:], position.stock[-1])
    stock = (*position.stock[:-1], position.hands[other][0])
    hands = (*position.hands[:other], tuple(sorted(hand)), *position.hands[other + 1 :])
    moment = replace(table.game.last, position=position._replace(hands=hands, stock=stock))
    return replace(table, game=replace(table.game, last=moment))


def test_a_spectator_sees_no_hand_and_no_stock() -> None:
    for _, _, table in played(SYSTEMS["rommeordnung"], 7, games=1):
        seen = view_at(table, 0)
        if seen is not None:
            assert {card for hand in seen.position.hands for card in hand} <= {HIDDEN}
            assert set(seen.position.stock) <= {HIDDEN}
            assert not seen.hand


def test_what_is_seen_of_a_draw_is_only_that_a_card_was_drawn() -> None:
    *_, (_, _, table) = played(SYSTEMS["classic"], 8, games=1)
    record: Record = table.finished[0]
    assert table.game is not None
    for seat in (1, 2):
        for line, seen in zip(record.lines, visible_lines(table.game, seat), strict=True):
            if getattr(line, "verb", None) is Verb.DRAW:
                assert (seen == line) is (getattr(line, "seat", 0) == seat)
