"""The length of a list: games, rounds, or until a single player has reached a score."""

from __future__ import annotations

import pytest

from romme_turnier.core.lists.evaluation import evaluate, rows_shown
from romme_turnier.core.lists.length import Length, bounds_of, games, units_of, usual_length
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Terms
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import LengthUnit

GAMES, ROUNDS, TARGET = LengthUnit
NO_BONUS = BonusRule(BonusMode.PER_LIST, 0, 0, 0)
STAIRS = get_ruleset("treppenromme")


def until(target: int) -> Terms:
    return Terms(STAIRS, Length(TARGET, target), NO_BONUS, options_known=True)


def sheet(*rows: tuple[int, ...] | None) -> ListSheet:
    """A list of these games, ended by seat 1; None is a game that was not entered."""
    played = [Game(n, 1, False, points) for n, points in enumerate(rows, start=1) if points]
    return ListSheet(seats=3, games=tuple(played))


def shown(sheet: ListSheet, terms: Terms) -> int:
    return rows_shown(sheet, terms, evaluate(sheet, terms))


def test_rounds_have_as_many_games_as_the_table_has_seats() -> None:
    assert [Length(ROUNDS, 2).games(seats) for seats in (3, 4, 6)] == [6, 8, 12]
    assert [games(12).games(seats) for seats in (3, 4)] == [12, 12]
    assert Length(TARGET, 500).games(4) is None


@pytest.mark.parametrize(
    ("rows", "played", "missing"),
    [
        ([], 1, (1,)),
        ([(60, 40, 30)], 2, (2,)),
        ([(60, 40, 30), (50, 40, 30)], 2, ()),  # 110 to 80
        ([(60, 60, 30), (50, 50, 30)], 3, (3,)),  # two have 110: one more game
        ([(60, 60, 30), (50, 50, 30), (60, 50, 30)], 3, ()),
        ([(60, 40, 30), None, (50, 40, 30)], 3, (2,)),  # a gap: not known yet
    ],
)
def test_list_is_complete_when_somebody_has_reached_the_score_alone(
    rows: list[tuple[int, ...] | None], played: int, missing: tuple[int, ...]
) -> None:
    found = evaluate(sheet(*rows), until(100))
    assert (found.games, found.missing, found.complete) == (played, missing, not missing)
    assert not [one for one in found.violations if one.code == "game_not_on_list"]


def test_game_after_the_end_is_no_game_of_the_list() -> None:
    found = evaluate(sheet((60, 40, 30), (50, 40, 30), (50, 40, 30)), until(100))
    assert found.complete
    assert [(one.code, one.params) for one in found.violations] == [("game_not_on_list", {"game": 3, "games": 2})]


def test_row_that_the_officials_let_stand_does_not_hold_the_list_up() -> None:
    open_row = ListSheet(
        seats=3, games=(Game(1, 1, False, (60, None, 30)), Game(2, 1, False, (50, 40, 30))), ruled=frozenset({1})
    )
    assert evaluate(open_row, until(100)).complete


def test_sheet_that_is_played_to_a_score_shows_some_rows_more_than_are_entered() -> None:
    assert shown(sheet(), until(100)) == 12
    assert shown(sheet(), until(1000)) == 25
    assert shown(sheet(*[(10, 10, 10)] * 11), until(500)) == 15
    assert shown(sheet((60, 40, 30), (50, 40, 30)), until(100)) == 2
    assert shown(sheet(), Terms(get_ruleset("rommee"), Length(ROUNDS, 2), NO_BONUS)) == 6


def test_each_system_has_its_length_and_its_bounds() -> None:
    assert {key: units_of(rules) for key, rules in RULE_SYSTEMS.items()} == {
        "rommeordnung": (GAMES,),
        "classic": (GAMES,),
        "rommee": (ROUNDS, GAMES),
        "treppenromme": (TARGET, GAMES),
        "contract": (GAMES,),
    }
    assert {key: usual_length(rules) for key, rules in RULE_SYSTEMS.items()} == {
        "rommeordnung": games(12),
        "classic": None,
        "rommee": Length(ROUNDS, 1),
        "treppenromme": Length(TARGET, 500),
        "contract": games(7),
    }
    assert bounds_of(get_ruleset("contract"), GAMES) == (7, 7)
    assert bounds_of(get_ruleset("rommee"), ROUNDS) == (1, 10)
    assert bounds_of(get_ruleset("classic"), TARGET) is None
