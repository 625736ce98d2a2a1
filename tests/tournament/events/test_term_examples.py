"""Examples of an announcement come from the engine."""

from dataclasses import replace
from decimal import Decimal

import pytest

from romme_turnier.core.lists.length import Length, games
from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.rules.system.ruleset import LengthUnit
from romme_turnier.tournament.events.term_examples import length_example, stake_example, tables_example


@pytest.mark.parametrize(
    ("key", "size", "words"),
    [
        ("rommee", None, "11 Teilnehmer: 2 Tische zu viert und 1 Tisch zu dritt."),
        ("rommee", 6, "17 Teilnehmer: 2 Tische zu sechst und 1 Tisch zu fünft."),
        ("treppenromme", 2, "5 Teilnehmer: 1 Tisch zu dritt und 1 Tisch zu zweit."),
    ],
)
def test_players_that_do_not_come_out_even_are_seated(key: str, size: int | None, words: str) -> None:
    assert tables_example(replace(get_ruleset(key), seats_wanted=size)) == words


def test_rounds_are_as_many_games_as_sit_at_the_table() -> None:
    length = Length(LengthUnit.ROUNDS, 2)
    assert length_example(get_ruleset("rommee"), length) == "2 Runden: 8 Spiele zu viert und 6 Spiele zu dritt."


def test_score_ends_a_list_for_one_alone() -> None:
    length = Length(LengthUnit.TARGET, 1000)
    said = length_example(get_ruleset("treppenromme"), length)
    assert said == "1.005 zu 970: zu Ende; 1.005 zu 1.005: noch ein Spiel."


def test_games_need_no_example() -> None:
    assert length_example(get_ruleset("classic"), games(12)) == ""


@pytest.mark.parametrize(
    ("stake", "cents"), [("0.001", "−2, −14, −10, +26 Cent"), ("0.01", "−32, −128, −112, +272 Cent")]
)
def test_stake_brings_what_it_brings_in_the_example_of_the_source(stake: str, cents: str) -> None:
    said = stake_example(Decimal(stake))
    assert said == f"Bei {stake.replace('.', ',')} ergeben Verluste von 108, 132, 128, 32: {cents}."
