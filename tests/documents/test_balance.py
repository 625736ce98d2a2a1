"""Rows shared out over pages."""

from hypothesis import given, strategies as st

from romme_turnier.documents.seating.table_plan import STEP, balanced

ROOM = 100.0


def test_no_page_is_left_with_one_row_alone() -> None:
    assert balanced([25.0] * 9, ROOM) == [3, 3, 3]


def test_without_rows_there_are_no_pages() -> None:
    assert balanced([], ROOM) == []


def test_row_higher_than_the_room_has_a_page_to_itself() -> None:
    assert balanced([20.0, 120.0, 20.0], ROOM) == [1, 1, 1]


@given(st.lists(st.floats(1, 60), max_size=8))
def test_pages_are_as_few_as_can_be_and_evenly_filled(heights: list[float]) -> None:
    """Compared with every way to cut the rows."""
    pages = balanced(heights, ROOM)
    assert sum(pages) == len(heights)
    ways = [way for way in _cuts(heights) if all(sum(part) <= ROOM for part in way)]
    if not heights:
        return
    fewest = min(len(way) for way in ways)
    assert len(pages) == fewest
    lowest = min(max(sum(part) for part in way) for way in ways if len(way) == fewest)
    assert max(sum(part) for part in _parts(heights, pages)) <= lowest + STEP


def _cuts(heights: list[float]) -> list[list[list[float]]]:
    if not heights:
        return [[]]
    return [[heights[:end], *rest] for end in range(1, len(heights) + 1) for rest in _cuts(heights[end:])]


def _parts(heights: list[float], pages: list[int]) -> list[list[float]]:
    found, start = [], 0
    for count in pages:
        found.append(heights[start : start + count])
        start += count
    return found
