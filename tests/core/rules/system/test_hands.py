"""The points of cards left in the hand, and hands beyond the pack."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.system.cards import parse_hand
from romme_turnier.core.rules.system.hands import points_left, supply
from tests.core.rules.written import refused, rules

EVERY_VALUE = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"


def left(text: str, key: str = "rommeordnung", players: int | None = None, **options: bool | int) -> int:
    return points_left(parse_hand(text), rules(key, players, **options))


def missing(text: str, key: str = "rommeordnung", players: int | None = None, **options: bool | int) -> str:
    return refused(supply(parse_hand(text), rules(key, players, **options)))


@pytest.mark.parametrize("key", ["rommeordnung", "classic", "rommee", "treppenromme", "contract"])
def test_numbers_count_themselves_and_faces_ten(key: str) -> None:
    assert left(EVERY_VALUE, key) == 84


@pytest.mark.parametrize(
    ("key", "ace"), [("rommeordnung", 11), ("classic", 11), ("rommee", 11), ("treppenromme", 15), ("contract", 15)]
)
def test_an_ace_in_the_hand_counts_what_its_source_says(key: str, ace: int) -> None:
    assert left("AS", key) == ace


def test_4_4_3_a_joker_in_the_hand_counts_20() -> None:
    assert left("*") == left("*", "classic") == left("*", "rommee") == 20


def test_kartenwerte_a_joker_counts_15_in_the_contract_or_25_by_agreement() -> None:
    assert left("*", "contract") == 15
    assert left("*", "contract", joker_25=True) == 25


def test_the_highest_hand_counts_197() -> None:
    assert left("* * * * * * AC AC AS AS AH AH AD") == 197
    assert missing("* * * * * * AC AC AS AS AH AH AD") == ""


def test_4_1_the_pack_holds_two_of_each_card_and_six_jokers() -> None:
    assert missing("7H 7H 7H") == "not_in_deck § 4.1"
    assert missing("* * * * * * *") == "not_in_deck § 4.1"


def test_die_karten_one_of_each_card_and_no_joker() -> None:
    assert missing("7H 7H *", "treppenromme") == "not_in_deck Die Karten, not_in_deck Die Karten"


def test_spielkarten_the_pack_grows_with_the_players() -> None:
    assert missing("7H 7H 7H * *", "contract", players=5) == ""
    assert missing("7H 7H 7H *", "contract", players=4) == "not_in_deck Spielkarten"
    assert missing("* *", "contract", players=4) == "not_in_deck Spielkarten"


def test_variationen_jokers_by_players() -> None:
    assert missing("* * *", "contract", players=4, jokers_by_players=True) == ""
    assert missing("* * * *", "contract", players=4, jokers_by_players=True) == "not_in_deck Spielkarten"
    assert missing("*", "contract", no_jokers=True) == "not_in_deck Spielkarten"
