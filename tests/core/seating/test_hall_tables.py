"""Table numbers of a hall: notation and reading."""

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.seating.hall_tables import HallTablesError, parse, rows, written


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        (" ", ()),
        ("7", (7,)),
        ("1-8, 11, 14-20", (1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15, 16, 17, 18, 19, 20)),
        ("3 – 5;9", (3, 4, 5, 9)),  # a dash as word processors write it
        ("11, 1-2", (11, 1, 2)),
        ("1,2,", (1, 2)),
    ],
)
def test_numbers_stand_in_the_order_written(text, numbers):
    assert parse(text) == numbers


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("1-8, Bühne", "not_a_number", "Bühne"),
        ("1-2-3", "not_a_number", "1-2-3"),
        ("٣", "not_a_number", "٣"),
        ("8-1", "backwards", "8-1"),
        ("1-8, 5", "twice", "5"),
        ("0", "out_of_range", "0"),
        ("1-1000", "out_of_range", "1-1000"),
    ],
)
def test_faults_name_the_part_that_is_wrong(text, code, part):
    with pytest.raises(HallTablesError) as fault:
        parse(text)
    assert (fault.value.code, fault.value.part) == (code, part)


def test_semicolon_ends_a_row_of_tables():
    assert rows("1-3; 6,5 ;; 9") == ((1, 2, 3), (6, 5), (9,))
    assert rows("1-3, 5") == ((1, 2, 3, 5),)
    with pytest.raises(HallTablesError, match="twice: 2"):
        rows("1-3; 2")


def test_runs_are_written_as_ranges():
    assert written(((1, 2, 3, 5, 7, 8), (9,))) == "1-3, 5, 7, 8; 9"


@given(st.lists(st.integers(1, 999), unique=True, max_size=40), st.integers(1, 12))
def test_what_is_written_reads_the_same(numbers, length):
    hall = tuple(tuple(numbers[at : at + length]) for at in range(0, len(numbers), length))
    assert rows(written(hall)) == hall
    assert parse(written(hall)) == tuple(numbers)
