"""How much fits on a page of the wall."""

from itertools import pairwise

from hypothesis import given, strategies as st

from romme_turnier.web.public.wall.paging import columns, lines_of, pages, width_in_em


def test_a_short_name_takes_one_line_and_a_long_one_breaks_between_its_words() -> None:
    assert lines_of("Sommer, Petra", 8.2) == 1
    assert lines_of("Sommerfeld, Maximiliane", 8.2) == 2
    assert lines_of("", 8.2) == 1


def test_a_name_breaks_after_its_hyphen() -> None:
    assert lines_of("Müller-Lüdenscheid, Bo (86)", 8.2) == 3


def test_a_word_that_is_wider_than_the_room_breaks_anywhere() -> None:
    assert lines_of("W" * 100, 10) >= 100 * 0.89 / 10


@given(st.lists(st.integers(1, 4), max_size=60), st.integers(4, 12))
def test_pages_hold_every_row_once_in_order_and_none_more_than_it_has_room_for(heights: list[int], room: int) -> None:
    rows = list(enumerate(heights))
    cut = pages(rows, room, lambda row: row[1])
    assert [row for page in cut for row in page] == rows
    assert all(sum(height for _place, height in page) <= room for page in cut)
    for page, following in pairwise(cut):
        assert sum(height for _place, height in page) + following[0][1] > room


def test_a_row_that_is_higher_than_a_page_has_a_page_of_its_own() -> None:
    assert pages([1, 9, 1], 4, lambda height: height) == [[1], [9], [1]]


def test_columns_are_read_downwards() -> None:
    assert columns("abcdefg", 2, 2, lambda _row: 1) == [[["a", "b"], ["c", "d"]], [["e", "f"], ["g"]]]


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_longer_text_is_never_thought_narrower(one: str, more: str) -> None:
    assert width_in_em(one + more) >= width_in_em(one)
    assert lines_of(one + " " + more, 8.0) >= lines_of(one, 8.0)
