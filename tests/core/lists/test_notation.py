"""The input of the cells of a row, and its canonical form."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.lists.notation import ERROR_CODES, MOST_POINTS, ParsedRow, format_row, parse_row
from romme_turnier.core.lists.rows import worst_reading
from romme_turnier.core.lists.sheet import Game, Reading


def game_of(*cells: str, highest_wins: bool = False) -> Game:
    row = parse_row(7, cells, highest_wins=highest_wins)
    assert row.errors == ()
    return row.game


def errors_of(*cells: str) -> list[tuple[int, str, str]]:
    return [(error.seat, error.code, error.text) for error in parse_row(7, cells).errors]


def test_a_row_of_numbers_with_one_0_has_its_finisher() -> None:
    assert game_of("37", "0", "55", "12") == Game(7, 2, False, (37, 0, 55, 12))


def test_an_r_or_a_star_marks_who_ended_the_game() -> None:
    assert game_of("37", "R", "55", "12") == Game(7, 2, False, (37, 0, 55, 12))
    assert game_of("37", "*", "55", "112") == Game(7, 2, True, (37, 0, 55, 112))
    assert game_of("37", "H", "55", "112") == Game(7, 2, True, (37, 0, 55, 112))


@pytest.mark.parametrize("cell", ["*", "h", " H ", "0*", "R*", "H*", "H0"])
def test_a_handromme_may_be_written_in_several_ways(cell: str) -> None:
    assert game_of("37", cell, "55") == Game(7, 2, True, (37, 0, 55))


def test_lower_case_and_blanks_do_not_matter() -> None:
    assert game_of(" 37 ", "r", "5 5", "\t012") == Game(7, 2, False, (37, 0, 55, 12))


def test_an_empty_cell_or_a_question_mark_is_unreadable() -> None:
    assert game_of("", "0", "?", " ") == Game(7, 2, False, (None, 0, None, None))


def test_a_mark_beats_a_plain_0() -> None:
    assert game_of("0", "R", "55") == Game(7, 2, False, (0, 0, 55))
    assert game_of("0", "0", "*") == Game(7, 3, True, (0, 0, 0))


def test_two_plain_0_or_two_marks_leave_the_finisher_open() -> None:
    assert game_of("0", "0", "55") == Game(7, None, False, (0, 0, 55))
    assert game_of("R", "R", "0") == Game(7, None, False, (0, 0, 0))
    assert game_of("R", "H", "55") == Game(7, None, True, (0, 0, 55))


def test_a_finisher_with_points_is_kept_as_it_was_written() -> None:
    assert game_of("37", "R5", "55") == Game(7, 2, False, (37, 5, 55))
    assert game_of("37", "h5", "55") == Game(7, 2, True, (37, 5, 55))
    assert game_of("37", "R?", "55") == Game(7, 2, False, (37, None, 55))


def test_a_0_that_ended_nothing_is_written_with_a_question_mark() -> None:
    assert game_of("37", "0?", "55") == Game(7, None, False, (37, 0, 55))
    assert game_of("0", "0?", "55") == Game(7, 1, False, (0, 0, 55))


def test_a_handromme_mark_without_an_owner_is_a_star_behind_the_points() -> None:
    assert game_of("37*", "44", "55") == Game(7, None, True, (37, 44, 55))
    assert game_of("?*", "0", "55") == Game(7, 2, True, (None, 0, 55))


def test_2_2_6_of_several_readings_the_worst_is_taken() -> None:
    row = parse_row(3, ["0", "37/87", "12/10/11"])
    assert row.game == Game(3, 1, False, (0, 87, 12))
    assert row.readings == (Reading(2, 3, (37, 87)), Reading(3, 3, (12, 10, 11)))


def test_2_2_6_a_doubtful_0_does_not_end_the_game() -> None:
    assert game_of("0/37", "41", "55") == Game(7, None, False, (37, 41, 55))


def test_where_the_most_points_win_the_least_reading_is_the_worst_and_0_is_a_number() -> None:
    assert game_of("30/80", "0", "0", highest_wins=True) == Game(7, None, False, (30, 0, 0))
    assert game_of("30", "R75", "0", highest_wins=True) == Game(7, 2, False, (30, 75, 0))


@pytest.mark.parametrize("cell", ["x", "-5", "−5", "37?", "R0?", "3,7", "5R", "**", "??", "½", "٣"])
def test_a_cell_that_means_nothing_is_told_with_its_seat_and_text(cell: str) -> None:
    assert errors_of("0", cell, "55") == [(2, "not_understood", cell)]


@pytest.mark.parametrize("cell", ["37/", "/87", "37/?", "37//87", "/"])
def test_half_a_reading_is_no_reading(cell: str) -> None:
    assert errors_of("0", cell) == [(2, "reading_incomplete", cell)]


@pytest.mark.parametrize("cell", ["10000", "5/12345", "9" * 5000])
def test_more_points_than_any_game_has_are_refused(cell: str) -> None:
    assert errors_of("0", cell) == [(2, "points_too_large", cell)]


def test_leading_zeros_do_not_matter() -> None:
    assert game_of("037", "0" * 5000, "055") == Game(7, 2, False, (37, 0, 55))


def test_a_cell_with_an_error_leaves_the_others_as_they_are() -> None:
    row = parse_row(7, ["37", "x", "0"])
    assert row.game == Game(7, 3, False, (37, None, 0))


def test_a_row_is_written_as_on_paper() -> None:
    assert format_row(Game(7, 2, False, (37, 0, 55, None))) == ("37", "0", "55", "")
    assert format_row(Game(7, 2, True, (37, 0, 55, 112))) == ("37", "*", "55", "112")
    assert format_row(Game(7, None, False, (0, 0, 55))) == ("0", "0", "55")
    assert format_row(Game(7, None, False, (37, 0, 55))) == ("37", "0?", "55")
    assert format_row(Game(7, 2, False, (37, 75, 0)), highest_wins=True) == ("37", "R75", "0")


def test_readings_are_written_in_the_place_of_the_points() -> None:
    readings = [Reading(1, 7, (37, 87)), Reading(3, 8, (1, 2))]
    assert format_row(Game(7, 2, False, (87, 0, 55)), readings) == ("37/87", "0", "55")


def test_a_reading_of_two_0_leaves_the_only_plain_0_without_a_game_ended() -> None:
    row = ParsedRow(Game(1, None, False, (0, 0)), (Reading(1, 1, (0, 0)),))
    assert format_row(row.game, row.readings) == ("0/0", "0?")
    assert parse_row(1, ["0/0", "0?"]) == row


points = st.none() | st.sampled_from([0, 0, 1, 37]) | st.integers(0, MOST_POINTS)


@st.composite
def rows(draw: st.DrawFn, *, highest_wins: bool) -> ParsedRow:
    """Any row that can be stored, possible at the card table or not; readings as their worst says."""
    entries = draw(st.lists(points, min_size=2, max_size=8))
    seats = range(1, len(entries) + 1)
    number = draw(st.integers(1, 40))
    readings = []
    for seat in sorted(draw(st.sets(st.sampled_from(seats), max_size=2))):
        values = tuple(draw(st.lists(st.integers(0, MOST_POINTS), min_size=2, max_size=4)))
        entries[seat - 1] = worst_reading(values, highest_wins=highest_wins)
        readings.append(Reading(seat, number, values))
    finisher = draw(st.none() | st.sampled_from(seats))
    return ParsedRow(Game(number, finisher, draw(st.booleans()), tuple(entries)), tuple(readings))


@given(rows(highest_wins=False))
def test_whatever_is_stored_reads_the_same_after_it_was_written(row: ParsedRow) -> None:
    assert parse_row(row.game.number, format_row(row.game, row.readings)) == row


@given(rows(highest_wins=True))
def test_so_it_does_where_the_most_points_win(row: ParsedRow) -> None:
    cells = format_row(row.game, row.readings, highest_wins=True)
    assert parse_row(row.game.number, cells, highest_wins=True) == row


@given(st.lists(st.text(alphabet="0123456789RrHh*?/+ x-", max_size=8), min_size=2, max_size=6))
def test_any_text_is_read_or_refused_and_what_was_read_is_stable(cells: list[str]) -> None:
    row = parse_row(1, cells)
    assert all(error.code in ERROR_CODES for error in row.errors)
    again = parse_row(1, format_row(row.game, row.readings))
    assert (again.game, again.readings, again.errors) == (row.game, row.readings, ())
