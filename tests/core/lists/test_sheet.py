"""The entries of one list: sums by seat, what counts, what is wrong."""

from __future__ import annotations

import pytest

from romme_turnier.core.lists.claims import Claims, Difference, Figure
from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.sheet import BonusRule, Game, ListSheet, Penalty, Reading, Vacancy
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.violations import Violation
from tests.core.lists.sheets import PER_GAME, PER_LIST, brief, plain_rows, replaced, row, terms, totals

# § 3.2.1: the bonus


def test_3_2_1_per_list_each_player_gets_20_off_once_at_a_table_of_four() -> None:
    evaluation = evaluate(ListSheet(4, plain_rows()), terms())
    assert [sums.minus for sums in evaluation.totals] == [90, 180, 270, 360]
    assert [sums.bonus for sums in evaluation.totals] == [20, 20, 20, 20]
    assert totals(evaluation) == [70, 160, 250, 340]
    assert evaluation.counting == (True, True, True, True)


def test_3_2_1_at_a_table_of_three_it_is_15() -> None:
    evaluation = evaluate(ListSheet(3, plain_rows(3)), terms())
    assert totals(evaluation) == [80 - 15, 160 - 15, 240 - 15]


def test_3_2_1_per_finished_game_the_bonus_counts_as_often_as_a_game_was_ended() -> None:
    four = evaluate(ListSheet(4, plain_rows()), terms(bonus=PER_GAME))
    three = evaluate(ListSheet(3, plain_rows(3)), terms(bonus=PER_GAME))
    assert [sums.bonus for sums in four.totals] == [60, 60, 60, 60]
    assert [sums.bonus for sums in three.totals] == [60, 60, 60]


@pytest.mark.parametrize("bonus", [PER_LIST, PER_GAME])
def test_3_2_1_no_bonus_is_deducted_before_the_list_is_complete(bonus: BonusRule) -> None:
    evaluation = evaluate(ListSheet(4, plain_rows()[:-1]), terms(bonus=bonus))
    assert [sums.bonus for sums in evaluation.totals] == [0, 0, 0, 0]
    assert evaluation.missing == (12,)
    assert not evaluation.complete
    assert not any(evaluation.counting)


@pytest.mark.parametrize("games", [15, 20])
def test_a_list_may_have_fifteen_or_twenty_games(games: int) -> None:
    evaluation = evaluate(ListSheet(4, plain_rows(games=games)), terms(games))
    assert evaluation.complete
    assert all(evaluation.counting)
    assert sum(sums.finished for sums in evaluation.totals) == games
    assert evaluate(ListSheet(4, plain_rows()), terms(games)).missing == tuple(range(13, games + 1))


# § 3.2.2: Handrommé


def test_3_2_2_a_handromme_takes_50_off_at_once() -> None:
    evaluation = evaluate(ListSheet(4, (row(1, 80, 0, 90, 100, handromme=True),)), terms())
    assert evaluation.totals[1] == SeatTotals(handromme_bonus=50, finished=1, handrommes=1)
    assert totals(evaluation) == [80, -50, 90, 100]


def test_rommee_losses_of_a_handromme_count_double() -> None:
    games = (row(1, 80, 0, 2, handromme=True), row(2, 7, 0, 11))
    evaluation = evaluate(ListSheet(3, games), terms(2, ruleset="rommee"))
    assert totals(evaluation) == [167, 0, 15]


@pytest.mark.parametrize("system", ["classic", "rommee", "treppenromme", "contract"])
def test_a_bonus_that_the_rule_system_does_not_have_is_not_deducted(system: str) -> None:
    games = (row(1, 80, 0, 20, handromme=system == "rommee"), row(2, 7, 0, 11))
    for bonus in (PER_LIST, PER_GAME):
        found = evaluate(ListSheet(3, games), terms(2, bonus, system))
        assert [(sums.bonus, sums.handromme_bonus) for sums in found.totals] == [(0, 0)] * 3


def test_treppenromme_points_are_added_up_without_any_bonus() -> None:
    games = (row(1, 30, 75, finisher=2), Game(2, None, False, (0, 12)))
    evaluation = evaluate(ListSheet(2, games), terms(2, PER_GAME, "treppenromme"))
    assert evaluation.totals == (SeatTotals(minus=30), SeatTotals(minus=87, finished=1))
    assert evaluation.counting == (True, True)


def test_where_the_most_points_win_a_penalty_lowers_the_result() -> None:
    sheet = ListSheet(2, (row(1, 30, 75, finisher=2),), penalties=(Penalty(1, 1, 20),))
    assert totals(evaluate(sheet, terms(1, ruleset="treppenromme"))) == [10, 75]


# § 8.3: penalties


def test_8_3_penalty_points_are_added() -> None:
    sheet = ListSheet(4, plain_rows(), penalties=(Penalty(2, 3, 100), Penalty(2, 4, 100)))
    evaluation = evaluate(sheet, terms())
    assert evaluation.totals[1].penalties == 200
    assert totals(evaluation) == [70, 360, 250, 340]
    assert evaluation.warnings == ()


@pytest.mark.parametrize(
    ("points", "handromme", "penalty", "warned"),
    [
        (30, False, 150, True),
        (31, False, 150, False),
        (197, False, 150, False),
        (80, True, 150, False),
        (153, False, 100, False),
        (154, False, 100, True),
        (80, True, 100, True),
        (2, False, 100, False),
    ],
)
def test_8_3_a_penalty_that_does_not_fit_the_hand_is_warned_about_and_counts(
    points: int, handromme: bool, penalty: int, warned: bool
) -> None:
    games = replaced(plain_rows(), row(3, points, 90, 0, 90, handromme=handromme))
    evaluation = evaluate(ListSheet(4, games, penalties=(Penalty(1, 3, penalty),)), terms())
    assert brief(evaluation.warnings) == ([("penalty_does_not_fit", 3, 1)] if warned else [])
    assert evaluation.totals[0].penalties == penalty
    assert all(evaluation.counting)


def test_8_3_finisher_has_no_hand_to_hide() -> None:
    sheet = ListSheet(4, plain_rows(), penalties=(Penalty(1, 1, 100), Penalty(2, 2, 150)))
    assert brief(evaluate(sheet, terms()).warnings) == [
        ("penalty_does_not_fit", 1, 1),
        ("penalty_does_not_fit", 2, 2),
    ]


def test_8_3_another_amount_than_100_or_150_is_warned_about() -> None:
    sheet = ListSheet(4, plain_rows(), penalties=(Penalty(1, 2, 10),))
    (warning,) = evaluate(sheet, terms()).warnings
    assert warning == Violation("penalty_not_in_ruleset", "§ 8.3", {"game": 2, "seat": 1, "penalty": 10})


# Violations, rulings, missing rows


def test_one_broken_row_keeps_all_lists_of_the_table_from_counting() -> None:
    games = replaced(plain_rows(), row(7, 1, 20, 0, 40))
    evaluation = evaluate(ListSheet(4, games), terms())
    assert brief(evaluation.violations) == [("points_too_low", 7, 1)]
    assert evaluation.complete
    assert evaluation.counting == (False, False, False, False)
    assert evaluation.totals[0].minus == 81, "added up all the same"


def test_a_ruling_lets_a_row_stand_as_it_is() -> None:
    games = replaced(plain_rows(), Game(7, None, False, (1, 0, 0, None)))
    evaluation = evaluate(ListSheet(4, games, ruled=frozenset({7})), terms())
    assert evaluation.violations == ()
    assert brief(evaluation.ruled) == [
        ("two_finishers", 7, None),
        ("points_too_low", 7, 1),
        ("points_missing", 7, 4),
    ]
    assert evaluation.complete
    assert all(evaluation.counting)
    assert [sums.minus for sums in evaluation.totals] == [81, 160, 270, 320]
    assert [sums.finished for sums in evaluation.totals] == [3, 3, 2, 3]


def test_a_ruling_for_one_row_says_nothing_about_another() -> None:
    games = replaced(plain_rows(), row(7, 1, 20, 0, 40), row(8, 300, 20, 30, 0))
    evaluation = evaluate(ListSheet(4, games, ruled=frozenset({7})), terms())
    assert brief(evaluation.ruled) == [("points_too_low", 7, 1)]
    assert brief(evaluation.violations) == [("points_too_high", 8, 1)]
    assert not any(evaluation.counting)


def test_an_empty_row_is_missing_and_breaks_nothing() -> None:
    games = replaced(plain_rows(), Game(5, None, False, (None,) * 4))
    for rows in (games, tuple(game for game in games if game.number != 5)):
        evaluation = evaluate(ListSheet(4, rows), terms())
        assert evaluation.missing == (5,)
        assert evaluation.violations == ()


def test_a_half_entered_row_is_missing_and_marked() -> None:
    games = replaced(plain_rows(), row(5, 0, 20, None, 40), Game(6, None, False, (1, 20, 30, 40)))
    evaluation = evaluate(ListSheet(4, games), terms())
    assert evaluation.missing == (5, 6)
    assert brief(evaluation.violations) == [
        ("points_missing", 5, 3),
        ("no_finisher", 6, None),
        ("points_too_low", 6, 1),
    ]


def test_a_row_beyond_the_games_of_the_list_is_marked() -> None:
    evaluation = evaluate(ListSheet(4, plain_rows(games=13)), terms())
    assert [(v.code, v.clause, v.params["games"]) for v in evaluation.violations] == [
        ("game_not_on_list", "§ 2.2.1", 12)
    ]
    assert not any(evaluation.counting)


# A seat that was left


def left_at_nine(rows: tuple[Game, ...]) -> tuple[Game, ...]:
    """Seat 4 leaves before game 9; seat 1 ends the games that were seat 4's."""
    last = [row(n, *(0 if n % 4 == s % 4 else 10 * s for s in (1, 2, 3)), None) for n in (9, 10, 11)]
    return replaced(rows, *last, row(12, 0, 20, 30, None))


def test_the_list_of_who_left_does_not_count_and_the_others_do() -> None:
    sheet = ListSheet(4, left_at_nine(plain_rows()), vacancies=(Vacancy(4, 9),))
    evaluation = evaluate(sheet, terms())
    assert evaluation.complete
    assert evaluation.violations == ()
    assert evaluation.counting == (True, True, True, False)
    assert evaluation.totals[3] == SeatTotals(minus=240, finished=2), "what was played, and no bonus"
    assert evaluation.totals[0].bonus == 20, "the table stays one of four"


def test_the_list_of_who_left_counts_if_the_officials_say_so() -> None:
    sheet = ListSheet(4, left_at_nine(plain_rows()), vacancies=(Vacancy(4, 9, counts=True),))
    evaluation = evaluate(sheet, terms())
    assert evaluation.counting == (True, True, True, True)
    assert evaluation.totals[3].total == 240


def test_who_left_keeps_the_bonus_of_the_games_ended_before() -> None:
    sheet = ListSheet(4, left_at_nine(plain_rows()), vacancies=(Vacancy(4, 9, counts=True),))
    assert [sums.bonus for sums in evaluate(sheet, terms(bonus=PER_GAME)).totals] == [80, 60, 60, 40]


def test_the_bounds_still_hold_for_the_others() -> None:
    games = replaced(left_at_nine(plain_rows()), row(10, 1, 0, 30, None))
    evaluation = evaluate(ListSheet(4, games, vacancies=(Vacancy(4, 9),)), terms())
    assert brief(evaluation.violations) == [("points_too_low", 10, 1)]
    assert not any(evaluation.counting)


def test_entries_of_a_seat_after_it_was_left_are_marked_and_not_added() -> None:
    sheet = ListSheet(4, plain_rows(), vacancies=(Vacancy(4, 12),))
    evaluation = evaluate(sheet, terms())
    assert brief(evaluation.violations) == [
        ("finisher_has_left", 12, 4),
        ("vacated_seat_has_points", 12, 4),
    ]
    assert evaluation.totals[3] == SeatTotals(minus=360, finished=2)


# § 2.2.6: readings


def with_readings(game: Game, *readings: Reading) -> Evaluation:
    return evaluate(ListSheet(4, replaced(plain_rows(), game), readings=readings), terms())


def test_2_2_6_readings_whose_worst_was_entered_give_no_warning() -> None:
    evaluation = with_readings(row(3, 87, 20, 0, 40), Reading(1, 3, (37, 87)))
    assert evaluation.warnings == ()
    assert all(evaluation.counting)


def test_2_2_6_an_entry_better_than_the_worst_reading_is_warned_about() -> None:
    (warning,) = with_readings(row(3, 37, 20, 0, 40), Reading(1, 3, (37, 87))).warnings
    assert warning == Violation("reading_not_worst", "§ 2.2.6", {"game": 3, "seat": 1, "points": 37, "worst": 87})


def test_2_2_6_a_doubtful_finisher_leaves_a_game_that_nobody_ended() -> None:
    """Seat 1 or seat 2 ended the game; each gets the worse, and both cannot be true."""
    game = Game(3, None, False, (37, 55, 30, 40))
    evaluation = with_readings(game, Reading(1, 3, (0, 37)), Reading(2, 3, (0, 55)))
    assert brief(evaluation.warnings) == [("readings_not_true_together", 3, None)]
    assert brief(evaluation.violations) == [("no_finisher", 3, None)]


def test_2_2_6_a_reading_that_the_finisher_cannot_have_is_warned_about() -> None:
    evaluation = with_readings(Game(3, 1, False, (37, 20, 30, 40)), Reading(1, 3, (0, 37)))
    assert brief(evaluation.warnings) == [("readings_not_true_together", 3, None)]


def test_2_2_6_a_doubtful_0_of_a_seat_that_did_not_end_the_game_gives_no_warning() -> None:
    evaluation = with_readings(row(3, 12, 20, 0, 40), Reading(1, 3, (0, 12)))
    assert evaluation.warnings == ()
    assert evaluation.violations == ()


def test_treppenromme_the_worst_reading_is_the_least() -> None:
    sheet = ListSheet(2, (row(1, 30, 75, finisher=2),), readings=(Reading(1, 1, (30, 80)),))
    assert evaluate(sheet, terms(1, ruleset="treppenromme")).warnings == ()


def test_2_2_6_what_is_wrong_with_another_seat_is_no_matter_of_the_readings() -> None:
    evaluation = with_readings(row(3, 87, 1, 0, 40), Reading(1, 3, (37, 87)))
    assert evaluation.warnings == ()


# § 2.2.5: the scorer's sums


def test_2_2_5_sums_that_differ_from_the_rows_are_named_with_both_numbers() -> None:
    claims = Claims(totals=(90, 181, None, 360), results=(70, 160, 250, 430), finished=(3, 3, 2, 3))
    evaluation = evaluate(ListSheet(4, plain_rows(), claims=claims), terms())
    assert evaluation.differences == (
        Difference(2, Figure.TOTAL, 181, 180),
        Difference(3, Figure.FINISHED, 2, 3),
        Difference(4, Figure.RESULT, 430, 340),
    )
    assert evaluation.warnings == ()
    assert all(evaluation.counting)


def test_2_2_5_sums_of_a_list_that_is_not_complete_are_not_compared() -> None:
    sheet = ListSheet(4, plain_rows()[:5], claims=Claims(totals=(1, 2, 3, 4)))
    assert evaluate(sheet, terms()).differences == ()


# More players than advised


@pytest.mark.parametrize("seats", [6, 7, 10])
def test_a_table_of_more_than_six_in_classic_gets_a_warning_and_counts(seats: int) -> None:
    found = evaluate(ListSheet(seats, plain_rows(seats, games=seats)), terms(seats, ruleset="classic"))
    assert brief(found.warnings) == ([("many_players", None, None)] if seats > 6 else [])
    assert all(found.counting)


# Programming errors


@pytest.mark.parametrize(
    "sheet",
    [
        ListSheet(4, (row(1, 0, 20, 30, 40), row(1, 0, 20, 30, 40))),
        ListSheet(4, (row(0, 0, 20, 30, 40),)),
        ListSheet(4, (row(1, 0, 20, 30),)),
        ListSheet(4, (Game(1, 5, False, (0, 20, 30, 40)),)),
        ListSheet(4, (), penalties=(Penalty(5, 1, 100),)),
        ListSheet(4, (), readings=(Reading(0, 1, (1, 2)),)),
        ListSheet(4, (), vacancies=(Vacancy(4, 2), Vacancy(4, 5))),
        ListSheet(4, (), claims=Claims(totals=(1, 2, 3))),
    ],
)
def test_entries_that_do_not_fit_the_table_are_a_programming_error(sheet: ListSheet) -> None:
    with pytest.raises(ValueError, match=r"row|seat"):
        evaluate(sheet, terms())
