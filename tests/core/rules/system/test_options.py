"""Agreements before the game become data of the rule system."""

from __future__ import annotations

from dataclasses import replace

import pytest

from romme_turnier.core.rules.system.options import (
    OptionError,
    OptionFault,
    announced_options,
    format_options,
    option_faults,
    parse_options,
    with_options,
)
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import LastDiscard
from tests.core.rules.written import rules


def test_without_options_a_rule_system_is_itself() -> None:
    for ruleset in RULE_SYSTEMS.values():
        assert with_options(ruleset, {}) is ruleset


@pytest.mark.parametrize("key", RULE_SYSTEMS)
def test_every_option_can_be_set_and_changes_the_rules(key: str) -> None:
    ruleset = get_ruleset(key)
    for name, option in ruleset.options.items():
        value: bool | int = option.values[-1] if option.values else True
        changed = with_options(ruleset, {name: value})
        assert replace(changed, agreed=()) != ruleset
        assert changed.agreed == ((name, value),)


@pytest.mark.parametrize("other", ["jokers_by_players", "joker_25"])
def test_options_that_exclude_each_other_are_refused_together_and_one_after_the_other(other: str) -> None:
    with pytest.raises(OptionError, match=f'"no_jokers" cannot be combined with "{other}"'):
        rules("contract", **{"no_jokers": True, other: True})
    with pytest.raises(OptionError, match="cannot be combined with"):
        with_options(rules("contract", **{other: True}), {"no_jokers": True})
    assert rules("contract", no_jokers=True, joker_25=False) == rules("contract", no_jokers=True)


def test_an_option_switched_off_changes_nothing() -> None:
    assert rules("contract", joker_25=False) == get_ruleset("contract")


def test_abweichungen_going_out_without_laying_out_is_with_seven_points_or_another_number() -> None:
    assert rules("classic", without_laying_out=True).play.without_laying_out == 7
    assert rules("classic", without_laying_out=10).play.without_laying_out == 10


def test_variationen_in_round_7_a_card_may_be_discarded() -> None:
    assert get_ruleset("contract").play.contracts[6].last_discard is LastDiscard.FORBIDDEN
    assert rules("contract", round7_discard=True).play.contracts[6].last_discard is LastDiscard.FREE


@pytest.mark.parametrize("players", range(3, 9))
def test_variationen_one_joker_less_than_players(players: int) -> None:
    assert rules("contract", players, jokers_by_players=True).pack().jokers == players - 1


@pytest.mark.parametrize(
    ("key", "packs", "jokers", "dealt"),
    [
        ("rommeordnung", 2, 6, 13),
        ("classic", 2, 2, 10),
        ("rommee", 2, 6, 12),
        ("treppenromme", 1, 0, 7),
    ],
)
def test_each_system_has_its_pack_and_deal(key: str, packs: int, jokers: int, dealt: int) -> None:
    ruleset = get_ruleset(key)
    assert (ruleset.pack().packs, ruleset.pack().jokers, ruleset.play.dealt) == (packs, jokers, dealt)


def test_kartenverteilung_each_round_of_the_contract_has_its_deal() -> None:
    contract = get_ruleset("contract")
    assert [each.dealt for each in contract.play.contracts] == [10] * 4 + [12] * 3
    assert (contract.pack(4).packs, contract.pack(4).jokers) == (2, 1)
    assert (contract.pack(5).packs, contract.pack(5).jokers) == (3, 2)


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        ("rommeordnung", "minimum", 40),
        ("rommee", "minimum", 35),
        ("rommee", "rounds", True),
        ("contract", "joker_25", 1),
    ],
)
def test_what_the_system_does_not_know_is_refused_by_name(key: str, name: str, value: int) -> None:
    with pytest.raises(OptionError, match=name) as caught:
        rules(key, **{name: value})
    assert caught.value.name == name


# As text


def test_options_are_written_by_name_and_read_again() -> None:
    ruleset = rules("rommee", minimum=40, knocking=True, rearranging=False)
    assert format_options(ruleset) == "knocking minimum=40"
    assert with_options(get_ruleset("rommee"), parse_options("minimum=40  knocking")) == ruleset
    assert format_options(rules("classic", without_laying_out=True)) == "without_laying_out=7"
    assert format_options(get_ruleset("rommee")) == ""
    assert parse_options("") == {}


def test_what_was_agreed_upon_before_stays() -> None:
    assert with_options(rules("rommee", knocking=True), {"minimum": 40}).agreed == (("knocking", True), ("minimum", 40))


@pytest.mark.parametrize("text", ["minimum=", "minimum=4x", "minimum=²", "knocking knocking", "minimum=" + "1" * 5000])
def test_text_that_is_no_option_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="is no option"):
        parse_options(text)


# In an announcement


def test_announcement_is_not_asked_among_the_options_how_long_a_list_is() -> None:
    assert set(announced_options(get_ruleset("rommee"))) == {"minimum", "knocking", "rearranging"}
    assert not announced_options(get_ruleset("treppenromme"))
    assert not announced_options(get_ruleset("rommeordnung"))


def test_options_of_every_system_can_be_agreed_upon_one_by_one() -> None:
    for ruleset in RULE_SYSTEMS.values():
        for name, option in announced_options(ruleset).items():
            for value in option.values or (True, False):
                assert option_faults(ruleset, {name: value}) == ()


def test_all_that_is_wrong_with_options_is_said_at_once() -> None:
    options = {"no_jokers": True, "joker_25": True, "knocking": True, "free_contract": 3}
    assert option_faults(get_ruleset("contract"), options) == (
        OptionFault("no_jokers", "excluded", other="joker_25"),
        OptionFault("knocking", "unknown"),
        OptionFault("free_contract", "value"),
    )
    assert option_faults(get_ruleset("rommee"), {"minimum": 35}) == (OptionFault("minimum", "value", allowed=(30, 40)),)


def test_option_that_is_switched_off_contradicts_nothing() -> None:
    assert option_faults(get_ruleset("contract"), {"no_jokers": True, "joker_25": False}) == ()
