"""Every violation that is reported is so, and none is missing: wrong questions of every kind."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.system.cards import Card, format_card, parse_cards
from romme_turnier.core.violations import Violation
from tests.core.rules.melds.meld_reading import FORMS, LOW_TO_HIGH
from tests.core.rules.melds.test_against_brute_force import nearly_melds
from tests.core.rules.written import laid_off, opened, rules, said

KEYS = sorted(FORMS)
NO_PLACE = {"does_not_fit", "belongs_on_joker"}
ROMMEORDNUNG, CLASSIC, ROMMEE, CONTRACT = map(rules, ("rommeordnung", "classic", "rommee", "contract"))
ZIEL = "Ziel von Contract Rummy/Rommé"

ANY_CARD = st.sampled_from([*(rank + suit for rank in LOW_TO_HIGH for suit in "CSHD"), *["*"] * 8, "*9H", "*KS"])


def test_a_card_of_another_rank_doubles_no_suit_of_a_set() -> None:
    assert laid_off("7H 7S 7C", "8H", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert laid_off("7H 7S 7C 7D", "8H", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert said("7H 7S 7C 8H", ROMMEORDNUNG) == "ranks_differ § 4.3.2"
    assert laid_off("7H 7S", "8H", ROMMEORDNUNG) == "meld_too_short § 4.3"


def test_what_does_not_fit_hides_nothing_else() -> None:
    assert laid_off("7H 7S 7C", "7S 9D", ROMMEORDNUNG) == "does_not_fit § 6.6, suit_twice § 4.3.2"
    assert laid_off("5H 6H 7H *", "* 10H 2C", ROMMEORDNUNG) == "does_not_fit § 6.6, jokers_adjacent § 4.4.1"
    assert laid_off("8H 9H 10H", "JH 7H 2C", ROMMEE) == "does_not_fit Das Auslegen, both_ends_at_once Kommandos"


def test_a_contract_set_is_told_about_ranks_not_about_suits() -> None:
    for laid in ("7H 7S *8H", "7H 7H *8H", "7H 7H 7S 8H", "7H 7S *8H *", "7H * *8S"):
        assert said(laid, CONTRACT) == f"ranks_differ {ZIEL}"


def test_6_8_a_card_next_to_the_joker_that_stands_for_it_belongs_on_it() -> None:
    assert laid_off("9H * JH", "10H", ROMMEORDNUNG) == "belongs_on_joker § 6.8"
    assert laid_off("JH * 9H", "10H", ROMMEORDNUNG) == "belongs_on_joker § 6.8"
    assert laid_off("9H * JH", "10H QH", ROMMEORDNUNG) == "belongs_on_joker § 6.8"
    assert laid_off("9H * JH", "10H 10H", ROMMEORDNUNG) == "belongs_on_joker § 6.8, does_not_fit § 6.6"
    assert laid_off("9H * JH", "10S", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert laid_off("9H 10H JH", "10H", ROMMEORDNUNG) == "does_not_fit § 6.6"


def test_a_joker_is_not_said_to_fit_nowhere_because_one_end_is_closed_to_it() -> None:
    assert laid_off("6S 7S *", "* 2C", ROMMEORDNUNG) == "does_not_fit § 6.6"
    found = lay_off(parse_cards("6S 7S *"), parse_cards("* 2C"), ROMMEORDNUNG).violations
    assert [violation.params for violation in found] == [{"card": "2C"}]


def test_a_named_joker_that_has_no_place_is_the_one_that_is_named() -> None:
    found = lay_off(parse_cards("9H 10H JH QH"), parse_cards("*QH *"), ROMMEE).violations
    assert [violation.params for violation in found] == [{"card": "*QH"}]


def test_a_joker_that_was_named_fills_its_gap() -> None:
    assert gaps("9S *10S JS 7S KS AS 2S", "contract") == [("2S", "7S"), ("7S", "9S"), ("JS", "KS")]


def test_where_no_run_goes_round_the_corner_nothing_is_missing_there() -> None:
    for laid in ("KD 2D 3D", "2D 3D KD", "3D KD 2D"):
        assert gaps(laid, "classic") == [("3D", "KD")]
        assert gaps(laid, "rommeordnung") == [("KD", "2D")]
    assert gaps("KD AD 2D 5D", "classic") == [("2D", "5D")]


def test_a_wrong_meld_hides_nothing_that_is_wrong_with_the_contract_whatever_it_was_meant_to_be() -> None:
    kontrakte, spielablauf = "contract_not_met Kontrakte", "meld_not_exact Spielablauf bei Contract Rummy/Rommé"
    short = f"meld_too_short {ZIEL}"
    wrong, four = "5H 6H 7H", "9C 9S 9D 9H"
    assert opened(wrong, ruleset=CONTRACT, round_number=1) == f"{short}, {kontrakte}"
    assert opened(wrong, "9C 9S 9D", ruleset=CONTRACT, round_number=1) == short  # it may become a set
    assert opened(wrong, "9C 9S 9D", ruleset=CONTRACT, round_number=2) == short
    assert opened(wrong, "9C 9S 9D", ruleset=CONTRACT, round_number=3) == f"{short}, {kontrakte}, {kontrakte}"
    assert opened(wrong, four, ruleset=CONTRACT, round_number=1) == f"{short}, {spielablauf}"


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=60)
@given(laid=nearly_melds(shortest=2, longest=6))
def test_nothing_is_said_of_a_meld_twice(key: str, laid: list[str]) -> None:
    found = judge_meld(parse_cards(" ".join(laid)), rules(key)).violations
    assert len({(one.code, str(one.params)) for one in found}) == len(found)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=60)
@given(laid=nearly_melds(shortest=3, longest=6), added=st.lists(ANY_CARD, min_size=1, max_size=4))
def test_cards_without_a_place_are_as_few_as_can_be(key: str, laid: list[str], added: list[str]) -> None:
    ruleset = rules(key)
    lying, more = parse_cards(" ".join(laid)), parse_cards(" ".join(added))
    if not judge_meld(lying, ruleset).valid:
        return
    found = lay_off(lying, more, ruleset).violations
    strange = no_place(found)
    assert not strange - Counter(map(format_card, more))
    assert strange.total() <= len(more) - most_that_fit(lying, more, key)
    rest = [*(Counter(more) - Counter(parse_cards(" ".join(strange.elements())))).elements()]
    others = [one for one in found if one.code not in NO_PLACE]
    of_rest = [*lay_off(lying, rest, ruleset).violations] if rest else []
    # No joker is laid off at a set (classic), not even one that has no place there.
    joker_on_set = [one for one in others if one.code == "joker_on_set" and "*" in "".join(strange)]
    assert [one for one in others if one not in joker_on_set] == [one for one in of_rest if one not in joker_on_set]


def no_place(found: tuple[Violation, ...]) -> Counter[str]:
    return Counter(str(one.params["card"]) for one in found if one.code in NO_PLACE)


def most_that_fit(lying: tuple[Card, ...], added: tuple[Card, ...], key: str) -> int:
    """How many of the cards can be laid together, by trying all of them."""
    ruleset = rules(key)
    sizes = range(len(added), 0, -1)
    return next(
        (size for size in sizes for part in combinations(added, size) if lay_off(lying, part, ruleset).valid), 0
    )


def gaps(text: str, key: str) -> list[tuple[object, object]]:
    found = judge_meld(parse_cards(text), rules(key)).violations
    return [(one.params["before"], one.params["after"]) for one in found if one.code == "gap"]
