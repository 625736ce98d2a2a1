"""§ 6.11: the joker of a set has no suit. Its name does not change any answer."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import lay_off, take_joker
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.play import may_lay_off, may_lay_out, may_take_joker
from romme_turnier.core.rules.search.additions import additions
from romme_turnier.core.rules.system.cards import Card, format_cards, is_joker, named_joker, parse_card, parse_cards
from tests.core.rules.play.positions import CLASSIC, CONTRACT, OPENED, ROMMEORDNUNG, at, melds
from tests.core.rules.written import joker_taken, laid_off, opened, said

NAMES = ("*", "*KH", "*KC", "*KS", "*3H", "*3D", "*3S", "*QS", "*AD")


def cards_named(laid: tuple[Card, ...], names: list[Card | None]) -> tuple[Card, ...]:
    """The same cards, each joker called something else or nothing."""
    called = iter(names)
    return tuple(
        placed if not is_joker(placed) else parse_card("*") if (name := next(called)) is None else named_joker(name)
        for placed in laid
    )


@pytest.mark.parametrize("joker", NAMES)
def test_a_joker_of_a_set_may_be_called_anything(joker: str) -> None:
    assert said(f"KS KD {joker}", ROMMEORDNUNG) == "set 30: KS KD *"
    assert said(f"KS KD KS {joker}", ROMMEORDNUNG) == "suit_twice § 4.3.2"
    assert opened(f"KS KD {joker}", "10H 10S 10C", ruleset=ROMMEORDNUNG) == "60"
    assert laid_off(f"KS KD {joker}", "KH", ROMMEORDNUNG) == "KS KD * KH"
    assert laid_off("KS KD KH", joker, ROMMEORDNUNG) == "KS KD KH *"
    assert joker_taken(f"KS KD {joker} KH", "KC", ROMMEORDNUNG) == "KS KD KC KH"
    assert joker_taken(f"KS KD {joker}", "KC", ROMMEORDNUNG) == "fourth_card_missing § 6.11"


@pytest.mark.parametrize("joker", NAMES)
def test_in_a_position_a_joker_of_a_set_may_be_called_anything(joker: str) -> None:
    table = (f"KS KD {joker} KH", f"9S 9D {joker}")
    position = at(ROMMEORDNUNG, "KC 9C 9H 2C *", table=table, opened=OPENED)
    assert may_take_joker(position, 0, parse_card("KC")) == ()
    assert may_lay_off(position, 1, parse_cards("9C")) == ()
    assert may_lay_out(at(ROMMEORDNUNG, "KC KH QS 2C *", opened=OPENED), melds(f"KC KH {joker}")) == ()
    assert [*additions(parse_cards(table[1]), position.hand, parse_card("9C"), ROMMEORDNUNG)] != []


@given(
    natural=st.lists(st.sampled_from(parse_cards("KS KD KH KC KS KD")), min_size=1, max_size=4),
    jokers=st.integers(1, 2),
    called=st.tuples(*[st.lists(st.sampled_from([None, *parse_cards("KC KS KH KD")]), min_size=2, max_size=2)] * 2),
    taking=st.sampled_from(parse_cards("KC KS KH KD 8H *")),
)
def test_two_ways_to_call_the_jokers_of_a_set_have_one_answer(
    natural: list[Card], jokers: int, called: tuple[list[Card | None], list[Card | None]], taking: Card
) -> None:
    laid = (*natural, *parse_cards("* " * jokers))
    one, other = (cards_named(laid, names) for names in called)
    rules = ROMMEORDNUNG
    assert judge_meld(one, rules) == judge_meld(other, rules) or not judge_meld(one, rules).valid
    assert judge_meld(one, rules).violations == judge_meld(other, rules).violations
    assert judge_opening([one], rules) == judge_opening([other], rules)
    assert lay_off(one, [taking], rules).violations == lay_off(other, [taking], rules).violations
    assert take_joker(one, taking, rules).violations == take_joker(other, taking, rules).violations
    assert format_cards(lay_off(one, [taking], rules).cards) == format_cards(lay_off(other, [taking], rules).cards) or (
        not judge_meld(one, rules).valid
    )


def test_the_name_of_a_joker_of_a_run_counts_as_before() -> None:
    assert said("9H *10H JH", ROMMEORDNUNG) == "run 29: 9H *10H JH"
    assert said("9H *10S JH", ROMMEORDNUNG) == "suits_differ § 4.3.1, joker_misnamed § 4.4"


def test_where_a_joker_of_a_set_has_a_suit_its_name_counts() -> None:
    assert said("KS KD *3H", CLASSIC) == "ranks_differ Spielregeln"
    assert said("KS KD *KS", CLASSIC) == "suit_twice Spielregeln"
    assert said("KS KD *3D", CONTRACT) == "ranks_differ Ziel von Contract Rummy/Rommé"
