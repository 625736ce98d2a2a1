"""A position as one line of text: read and written again it is the same, and every fault has its place."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.play import (
    Claim,
    Position,
    PositionError,
    after_blocking,
    after_breaking_off,
    after_leaving,
    after_take_joker,
    after_wrong_lay_off,
    deal,
    format_position,
    parse_position,
    seen_by,
    whole_pack,
)
from romme_turnier.core.rules.system.cards import HIDDEN, parse_card
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import CONTRACT, OPENED, ROMMEE, ROMMEORDNUNG, SYSTEMS, TREPPENROMME, at
from tests.core.rules.written import rules

LINE = (
    "rommeordnung / hands KS 9H, 2C 2S, ?13 / table 2 5H 6H 7H, 3 9S 10S(*) JS"
    " / pile ?3 4C / stock 57 / turn 1 10 drawn"
)


def as_read(position: Position) -> Position:
    """A position after writing it on one line: the stock is hidden, the pack is that of its players."""
    players = with_options(position.rules, {}, len(position.hands))
    return position._replace(rules=players, stock=(HIDDEN,) * len(position.stock))


def every_kind_of_position() -> list[Position]:
    ten = parse_card("10H")
    joker_taken = after_take_joker(
        at(ROMMEE, "6H KS", table=("5H *6H 7H", "9C 9S 9D"), opened=OPENED), 0, parse_card("6H")
    )
    beside = after_wrong_lay_off(at(ROMMEORDNUNG, "10H KS", table=("9H *10H JH",), opened=OPENED), 0, [ten])
    four = at(ROMMEORDNUNG, "2C KS", pile="9H", opened=(3, None, None, 5), stock=7)
    positions = [
        at(ROMMEORDNUNG, "KS 9H", drawn=False),
        joker_taken,
        beside,
        after_blocking(beside, 0, ten),
        after_leaving(four, 2),
        after_breaking_off(four),
        four._replace(over=True, finisher=1, hands=((), *four.hands[1:])),
        at(TREPPENROMME, "KS", noted=(18, 0, 30), over=True),
        at(CONTRACT, "KS", round_number=7, claim=Claim.GRANTED),
        at(rules("rommee", knocking=True, minimum=40), "KS", asked=(2, 3), drawn=False),
        at(rules("classic", without_laying_out=True), "2C", announced=2),
        four._replace(cut_joker=3, owed=(ten,)),
    ]
    return [seen_by(position, 1) for position in positions]


@pytest.mark.parametrize("position", every_kind_of_position(), ids=format_position)
def test_a_position_written_and_read_is_the_same(position: Position) -> None:
    line = format_position(position)
    assert parse_position(line) == as_read(position)
    assert format_position(parse_position(line)) == line


@pytest.mark.parametrize("ruleset", SYSTEMS, ids=lambda ruleset: ruleset.key)
def test_what_is_dealt_and_what_is_seen_of_it_are_the_same_when_read(ruleset: RuleSet) -> None:
    position = deal(ruleset, whole_pack(ruleset, 3), 3, dealer=1, round_number=2 if ruleset.play.contracts else None)
    for each in (position, seen_by(position, 2), seen_by(position, None)):
        assert parse_position(format_position(each)) == as_read(each)


def test_a_line_is_short_and_says_what_is_on_the_table() -> None:
    position = parse_position(LINE)
    assert format_position(position) == LINE
    assert [len(hand) for hand in position.hands] == [2, 2, 13]
    assert position.table[1].blocked == (parse_card("10S"),)
    assert (position.turn, position.number, position.drawn, len(position.stock)) == (1, 10, True, 57)


def test_blanks_order_of_fields_german_ranks_and_symbols_are_understood() -> None:
    line = (
        "rommeordnung/turn 1 10 drawn/  stock 57/pile ?3 4♣ / table 2 5♥ 6♥ 7♥,3 9♠ 10♠(*) b♠ / hands 9H K♠, 2c 2S,?13"
    )
    assert format_position(parse_position(line)) == LINE


@pytest.mark.parametrize(
    ("line", "place", "expected"),
    [
        ("", 1, "a field"),
        ("skat / hands 2C", 1, "a rule system"),
        ("rommee minimum=35 / hands 2C, 3C, 4C / turn 1 1", 8, "30, 40"),
        ("rommee klopfen / hands 2C, 3C, 4C / turn 1 1", 8, "no option"),
        ("contract joker_25 no_jokers / hands 2C, 3C, 4C / turn 1 1", 19, "cannot be combined"),
        ("rommeordnung / turn 1 1", 24, '"hands"'),
        ("rommeordnung / hands 2C, 3C, 4C", 32, '"turn"'),
        ("rommeordnung / hands 2C, 3C / turn 1 1", 16, "3 to 4 hands"),
        ("rommeordnung / hands 2C, , 4C / turn 1 1", 28, "cards"),
        ("rommeordnung / hands 2C, 1C, 4C / turn 1 1", 26, "a card"),
        ("rommeordnung / hands 2C, ?x, 4C / turn 1 1", 26, "a number"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 4 1", 40, "from 1 to 3"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1", 41, "a seat, a turn"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 taken", 44, '"drawn"'),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / opened 3 -", 56, "3 numbers"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / turn 1 1", 46, "one of table"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / cards 2C", 46, "one of table"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / pile 2C, 3C", 55, "no comma"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / table 2", 52, "a seat and the cards"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / claim maybe", 57, '"granted"'),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 1 / round 1", 35, "contracts"),
        ("contract / hands 2C, 3C, 4C / turn 1 1", 31, "contracts"),
        ("rommeordnung / hands 2C 2C, 2C, 4C / turn 1 1", 16, "2 times 2C"),
        ("rommeordnung / hands 2C, 3C, 4C / stock 108 / turn 1 1", 16, "110 cards"),
        ("rommeordnung / hands 2C, 3C, 4C /  / turn 1 1", 34, "a field"),
        ("rommeordnung / hands 2C, 3C, 4C / turn 1 " + "1" * 5000, 42, "a number"),
    ],
)
def test_every_fault_is_named_with_its_place(line: str, place: int, expected: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(line)
    assert (error.value.place, expected in error.value.expected) == (place, True), error.value
