"""A case of Regel-Check becomes a position: the cards that it names are on the table, all others are hidden."""

from collections import Counter

import pytest
from django.http import QueryDict
from hypothesis import given, strategies as st

from romme_turnier.core.playing.table import Player
from romme_turnier.core.playing.trial import trial
from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.rules.play import format_position, parse_position, whole_pack
from romme_turnier.core.rules.system.cards import HIDDEN
from romme_turnier.web.rule_check.case import Ask, Case
from romme_turnier.web.rule_check.examples import examples_of
from romme_turnier.web.rule_check.trial import NO_MOMENT, case_to_try, position_of


def line_of(query: str) -> str:
    position = position_of(Case.read(QueryDict(query)))
    return "" if position is None else format_position(position)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        # the player in turn lays off; the joker's meld was laid before
        (
            "frage=anlegen&liegt=9H * JH&karten=10H",
            "hands ?12 10H, ?13, ?13 / table 1 9H *10H JH / stock 68 / turn 1 7 drawn / opened 1 - -",
        ),
        # melds to lay out are still in the hand
        (
            "frage=auslegen&kombinationen=QH QS QD&hand=2C 3C",
            "hands 2C 3C QS QH QD, ?13, ?13 / stock 79 / turn 1 7 drawn",
        ),
        # the insufficient meld is on the table since this turn
        (
            "frage=ergaenzen&kombinationen=2H 3H 4H&hand=5H KC",
            "hands KC 5H, ?13, ?13 / table 1 2H 3H 4H / stock 79 / turn 1 7 drawn / opened 7 - -",
        ),
        # the top discard is not taken yet; the melds on the table are those of other players
        (
            "frage=nehmen&karte=8H&hand=9H 10H&tisch=4H 5H 6H",
            "hands 9H 10H, ?13, ?13 / table 3 4H 5H 6H / pile 8H / stock 78 / turn 1 7 / opened - - 1",
        ),
        (
            "frage=abwerfen&karte=7H&tisch=4H 5H 6H&naechster=1&letzte=1",
            "hands 7H, ?13, ?13 / table 2 4H 5H 6H / stock 80 / turn 1 7 drawn / opened - 1 -",
        ),
        (
            "frage=lage&tisch=4H 5H 6H / 9S 9C *&hand=7H KD&ausgelegt=1&naechster=1",
            "hands 7H KD, ?13, ?13 / table 1 4H 5H 6H, 1 9S 9C * / stock 76 / turn 1 7 drawn / opened 1 1 -",
        ),
        ("frage=bestes&karten=4H 5H 6H KD", "hands 4H 5H 6H KD, ?13, ?13 / stock 80 / turn 1 7 drawn"),
    ],
)
def test_case_is_a_moment_of_a_game(query: str, line: str) -> None:
    assert line_of(query) == f"rommeordnung / {line}"


def test_what_was_agreed_upon_and_the_contract_go_with_the_case() -> None:
    knocking = "frage=umbauen&regeln=rommee&vereinbart=rearranging&tisch=4H 5H 6H&hand=7H"
    assert line_of(knocking).startswith("rommee rearranging / hands 7H, ")
    third = "frage=auslegen&regeln=contract&kontrakt=3&kombinationen=QH QS QD&hand=2C"
    assert line_of(third).endswith("round 3")
    assert line_of(third.replace("=3", "=9")) == ""


def test_nothing_is_announced_before_a_card_is_drawn_unless_the_case_says_so() -> None:
    query = "frage=ansagen&regeln=classic&vereinbart=without_laying_out&hand=2C 3C 4C"
    assert Case.read(QueryDict(query)).ask is Ask.ANNOUNCE
    assert ("drawn" in line_of(query), "drawn" in line_of(f"{query}&aufgenommen=1")) == (False, True)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "frage=spiel&punkte=37 0 55 12",
        "frage=hand&karten=9H",
        "frage=anlegen&liegt=9H 2C&karten=10H",  # no meld
        "frage=lage&tisch=9H 9H 9H",  # not two of a suit in a set
        "frage=bestes&karten=9H 9H 9H",  # more than the pack has
        "frage=bestes&karten=9H Elf",
    ],
)
def test_what_is_no_moment_of_a_game_is_not_tried(query: str) -> None:
    assert line_of(query) == ""
    assert case_to_try(Case.read(QueryDict(query))) == ""


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_every_example_of_a_source_can_be_tried_where_it_is_possible(system: str) -> None:
    tried = 0
    for example in examples_of(RULE_SYSTEMS[system]):
        position = position_of(example.case)
        if position is not None:
            seats = len(position.hands)
            table = trial(position, [Player(str(seat)) for seat in range(seats)], bytes(32))
            assert table.game is not None
            there = table.game.position
            assert HIDDEN not in there.cards
            assert Counter(there.cards) == Counter(whole_pack(there.rules, seats))
            assert example.case.ask not in NO_MOMENT
            tried += 1
    assert tried, f"SOURCE_EXAMPLES has no example of {system} that can be tried"


@given(
    st.sampled_from([*Ask]),
    st.sampled_from([*RULE_SYSTEMS]),
    st.text("23JQKA10HSCD*/ ", max_size=30),
    st.text("23JQKA10HSCD*/ ", max_size=30),
)
def test_whatever_is_asked_is_a_position_or_none(ask: Ask, system: str, first: str, second: str) -> None:
    query = QueryDict(mutable=True)
    query.update({"frage": ask, "regeln": system, "karten": first, "tisch": first, "liegt": first, "hand": second})
    query.update({"karte": second[:3], "kombinationen": first})
    position = position_of(Case.read(query))
    assert position is None or parse_position(format_position(position)) == position
