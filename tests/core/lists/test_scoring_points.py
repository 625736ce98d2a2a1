"""Scoring points: the points of each game, against every reading tried out, and the faults in announced points."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate, totals_if
from romme_turnier.core.lists.length import games as games_long
from romme_turnier.core.lists.picture import blank_picture, picture_of
from romme_turnier.core.lists.scoring_points import (
    AMOUNT_MAX,
    STEPS_MAX,
    USUAL,
    PointsFault,
    PointsFaultCode,
    PointsPerGame,
    points_faults,
)
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.lists.sums import SumKey, shown_sums
from romme_turnier.core.rules import RULE_SYSTEMS
from tests.core.lists.sheets import PER_LIST, plain_rows, row, terms

POINTS = replace(terms(games=1), points_per_game=USUAL)


def given_points(sheet: ListSheet, of: Terms = POINTS) -> tuple[int, ...]:
    return tuple(totals.scoring_points for totals in evaluate(sheet, of).totals)


def one_game(*points: int | None, finisher: int | None = None, handromme: bool = False, **facts: object) -> ListSheet:
    game = Game(1, finisher, handromme, points)
    return replace(ListSheet(len(points), (game,)), **facts)  # type: ignore[arg-type]


def in_doubt(*endings: Ending, points: tuple[int | None, ...], readings: tuple[Reading, ...] = ()) -> ListSheet:
    doubt = EndingReading(1, endings)
    return ListSheet(
        len(points), (Game(1, *doubt.certain, points),), readings=readings, endings=(doubt,) if len(endings) > 1 else ()
    )


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (one_game(0, 8, 25, 64, finisher=1), (5, 3, 1, 0)),
        (one_game(0, 45, 88, 102, finisher=1, handromme=True), (8, 0, 0, 0)),
        (one_game(10, 11, 0, 20, finisher=3), (3, 2, 5, 2)),
        (one_game(0, 21, 30, 31, finisher=1), (5, 1, 1, 0)),
        (one_game(0, 8, 25, finisher=1), (5, 3, 1)),  # the same steps at a table of three
        (one_game(4, 8, 25, 64), (3, 3, 1, 0)),  # without a finisher
        (one_game(None, 8, None, 64, finisher=1), (0, 3, 0, 0)),
    ],
)
def test_game_gives_points_for_its_ending_and_for_few_card_points(sheet: ListSheet, expected: tuple[int, ...]) -> None:
    assert given_points(sheet) == expected


def test_steps_look_at_undoubled_card_points_without_penalties() -> None:
    doubled = Terms(RULE_SYSTEMS["rommee"], games_long(1), PER_LIST, points_per_game=USUAL)
    hand = one_game(0, 8, 25, finisher=1, handromme=True)
    (_, second, third) = evaluate(hand, doubled).totals
    assert [(seat.minus, seat.scoring_points) for seat in (second, third)] == [(16, 3), (50, 1)]
    fined = evaluate(one_game(0, 8, 25, 64, finisher=1, penalties=(Penalty(2, 1, 100),)), POINTS).totals[1]
    assert (fined.penalties, fined.scoring_points) == (100, 3)


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (in_doubt(Ending(1), Ending(3), points=(6, 55, 8, 12)), (3, 0, 3, 2)),
        (in_doubt(Ending(1), Ending(3), points=(16, 55, 8, 12), readings=(Reading(1, 1, (6, 16)),)), (2, 0, 3, 2)),
        (in_doubt(Ending(2), Ending(2, handromme=True), points=(40, 0, 8, 62)), (0, 5, 3, 0)),
        (in_doubt(Ending(1), Ending(None), points=(12, 4, 20, 40)), (2, 3, 2, 0)),
        (in_doubt(Ending(2), points=(9, 0, 8, 62), readings=(Reading(1, 1, (9, 19)),)), (2, 5, 3, 0)),
    ],
)
def test_doubtful_game_gives_the_least_that_any_reading_gives(sheet: ListSheet, expected: tuple[int, ...]) -> None:
    assert given_points(sheet) == expected


def test_every_seat_of_a_certain_ending_gains_or_keeps_its_points() -> None:
    sheet = in_doubt(Ending(1), Ending(3), points=(6, 55, 8, 12))
    assert [totals.scoring_points for totals in totals_if(sheet, POINTS, 1, Ending(3))] == [3, 0, 5, 2]


def test_vacated_seat_keeps_the_points_of_the_games_that_it_played() -> None:
    rows = (row(1, 0, 10, 20, 30), row(2, None, 0, 20, 30, finisher=2))
    sheet = ListSheet(4, rows, vacancies=(Vacancy(seat=1, from_game=2),))
    assert given_points(sheet, replace(terms(games=2), points_per_game=USUAL)) == (5, 8, 4, 2)


@pytest.mark.parametrize("games", [12, 15, 16, 20])
@pytest.mark.parametrize("seats", [3, 4])
def test_list_of_any_length_adds_up_its_games(games: int, seats: int) -> None:
    rows = plain_rows(seats, games)  # seats take turns in ending a game, and lose 10, 20, 30 or 40 points
    ended = [len(range(seat, games, seats)) for seat in range(seats)]
    lost = (3, 2, 1, 0)
    expected = tuple(5 * times + lost[seat] * (games - times) for seat, times in enumerate(ended))
    assert given_points(ListSheet(seats, rows), replace(terms(games=games), points_per_game=USUAL)) == expected


def test_event_without_points_counts_none_and_shows_no_line() -> None:
    sheet = one_game(0, 8, 25, 64, finisher=1)
    assert given_points(sheet, terms(games=1)) == (0, 0, 0, 0)
    assert SumKey.SCORING_POINTS not in {line.key for line in shown_sums(terms(games=1), 4)}
    cells = picture_of(sheet, terms(games=1), evaluate(sheet, terms(games=1))).row(1).cells
    assert {cell.scoring_points for cell in cells} == {None}


def test_picture_has_the_points_of_each_game_and_their_sum() -> None:
    sheet = one_game(0, 8, None, 64, finisher=1)
    picture = picture_of(sheet, POINTS, evaluate(sheet, POINTS))
    assert [cell.scoring_points for cell in picture.row(1).cells] == [5, 3, None, 0]
    assert [line.line.key for line in picture.sums][-2:] == [SumKey.FINISHED, SumKey.SCORING_POINTS]
    assert picture.sums[-1].values == (5, 3, 0, 0)
    assert SumKey.CARD_POINTS in {line.line.key for line in picture.sums}
    blank = blank_picture(4, POINTS)
    assert {cell.scoring_points for cell in blank.row(1).cells} == {None}


# By chance, against every reading tried out


@st.composite
def any_points(draw: st.DrawFn) -> PointsPerGame:
    ended, handromme = draw(st.integers(0, 9)), draw(st.integers(0, 12))
    given_for = sorted(draw(st.sets(st.integers(0, ended), max_size=4)), reverse=True)
    limits = sorted(draw(st.sets(st.integers(0, 90), min_size=len(given_for), max_size=len(given_for))))
    return PointsPerGame(ended, handromme, tuple(zip(limits, given_for, strict=True)))


ENTRIES = st.none() | st.sampled_from([0, 2, 9, 10, 11, 20, 21, 30, 31, 45, 88, 120])


@st.composite
def any_lists(draw: st.DrawFn) -> tuple[ListSheet, Terms]:
    """Two games with any entries, readings, endings and vacated seats, possible or not."""
    fewest = [rules for rules in RULE_SYSTEMS.values() if not rules.highest_wins]
    rules, seats = draw(st.sampled_from(fewest)), draw(st.integers(3, 4))
    who = st.none() | st.integers(1, seats)
    rows, readings, doubts = [], [], []
    for number in (1, 2):
        endings = tuple(draw(st.lists(st.builds(Ending, who, st.booleans()), min_size=1, max_size=3, unique=True)))
        certain = EndingReading(number, endings).certain
        if len(endings) > 1:
            doubts.append(EndingReading(number, endings))
        rows.append(Game(number, *certain, tuple(draw(ENTRIES) for _seat in range(seats))))
        for seat in draw(st.sets(st.integers(1, seats), max_size=2)):
            values = draw(st.lists(st.sampled_from([2, 10, 11, 31, 95]), min_size=1, max_size=3, unique=True))
            readings.append(Reading(seat, number, tuple(values)))
    left = draw(st.none() | st.builds(Vacancy, st.integers(1, seats), st.integers(1, 3)))
    sheet = ListSheet(
        seats,
        tuple(rows),
        penalties=tuple(
            draw(st.lists(st.builds(Penalty, st.integers(1, seats), st.just(1), st.just(100)), max_size=1))
        ),
        readings=tuple(readings),
        vacancies=(left,) if left else (),
        ruled=frozenset(draw(st.sets(st.sampled_from([1, 2])))),
        endings=tuple(doubts),
    )
    return sheet, Terms(rules, games_long(2), PER_LIST, points_per_game=draw(any_points()))


def least_of_all_readings(sheet: ListSheet, game: Game, seat: int, points: PointsPerGame) -> int:
    """Tries out every combination of an ending and of points read for the seat."""
    entry = game.points[seat - 1]
    if entry is None or any(gone.seat == seat and gone.from_game <= game.number for gone in sheet.vacancies):
        return 0
    endings = [
        (ending.finisher, ending.handromme)
        for doubt in sheet.endings
        if doubt.game == game.number
        for ending in doubt.endings
    ]
    values = {entry}.union(*(r.values for r in sheet.readings if (r.seat, r.game) == (seat, game.number)))
    outcomes = []
    for (finisher, handromme), card_points in product(endings or [(game.finisher, game.handromme)], values):
        if finisher == seat:
            outcomes.append(points.handromme if handromme else points.ended)
        else:
            fitting = [given for most, given in points.steps if card_points <= most]
            outcomes.append(max(fitting, default=0))
    return min(outcomes)


@given(any_lists())
def test_seat_gets_the_least_of_all_readings_in_each_game_and_keeps_its_other_figures(
    made: tuple[ListSheet, Terms],
) -> None:
    sheet, of = made
    points = of.points_per_game
    assert points is not None
    assert list(points_faults(points)) == []
    by_game = [
        [least_of_all_readings(sheet, game, seat, points) for seat in range(1, sheet.seats + 1)] for game in sheet.games
    ]
    evaluation = evaluate(sheet, of)
    assert [totals.scoring_points for totals in evaluation.totals] == [sum(seat) for seat in zip(*by_game, strict=True)]
    picture = picture_of(sheet, of, evaluation)
    shown = [[cell.scoring_points or 0 for cell in game.cells] for game in picture.rows]
    assert shown == by_game
    plain = evaluate(sheet, replace(of, points_per_game=None))
    assert tuple(totals._replace(scoring_points=0) for totals in evaluation.totals) == plain.totals


@given(any_points())
def test_points_come_back_from_their_json(points: PointsPerGame) -> None:
    assert PointsPerGame.from_json(points.to_json()) == points


# Faults in announced points


def test_usual_points_are_without_fault_and_have_a_fixed_form() -> None:
    assert list(points_faults(USUAL)) == []
    assert USUAL.to_json() == {"ended": 5, "handromme": 8, "steps": [[10, 3], [20, 2], [30, 1]]}


@pytest.mark.parametrize(
    ("points", "faults"),
    [
        (PointsPerGame(5, 8, ()), []),
        (PointsPerGame(0, 0, ((30, 0),)), []),
        (PointsPerGame(5, 5, ((10, 5), (20, 4))), []),
        (
            PointsPerGame(-1, AMOUNT_MAX + 1, ((10, 3),)),
            [("out_of_range", "ended", None), ("out_of_range", "handromme", None)],
        ),
        (PointsPerGame(5, 8, ((10, 6),)), [("above_ended", "points", 0)]),
        (PointsPerGame(5, 8, ((10, 3), (10, 2))), [("not_ascending", "card_points", 1)]),
        (PointsPerGame(5, 8, ((10, 3), (20, 3))), [("not_descending", "points", 1)]),
        (PointsPerGame(5, 8, ((-1, -1),)), [("out_of_range", "card_points", 0), ("out_of_range", "points", 0)]),
        (
            PointsPerGame(5, 8, ((20, 2), (10, 6))),
            [("not_ascending", "card_points", 1), ("above_ended", "points", 1), ("not_descending", "points", 1)],
        ),
        (PointsPerGame(99, 99, tuple((n, 99 - n) for n in range(STEPS_MAX + 1))), [("too_many_steps", "steps", None)]),
    ],
)
def test_every_fault_in_points_is_found_at_its_place(
    points: PointsPerGame, faults: list[tuple[str, str, int | None]]
) -> None:
    assert list(points_faults(points)) == [PointsFault(PointsFaultCode(c), field, step) for c, field, step in faults]
