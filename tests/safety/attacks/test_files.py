"""Hostile files cost little: each is read or refused with a message, in bounded memory.

The tests measure memory, as time depends on the machine; work is bounded by counting parsed elements. At moderate
size the bounds are a tenth of the program's, and so are the limits here.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.tournament.exchange.participant_file import read_text, text_of_file
from romme_turnier.tournament.shared.list_files import workbook as bounds
from romme_turnier.tournament.shared.list_files.table_file import FileRefused
from romme_turnier.tournament.shared.list_files.workbook_cells import SheetReader
from tests.safety.attacks.hostile_files import ELSEWHERE, OUTSIDE, SHEET, WORKBOOKS, sheet, workbook
from tests.safety.sizes import IS_FULL

MEMORY_MAX = 80_000_000 if IS_FULL else 10_000_000


@pytest.fixture(autouse=True)
def _bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    if not IS_FULL:
        for name in ("PART_MAX", "BYTES_MAX", "NODES_MAX"):
            monkeypatch.setattr(bounds, name, getattr(bounds, name) // 10)


@pytest.fixture
def memory() -> Iterator[Callable[[], int]]:
    """The most memory that was held since the test began, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


def read_or_refused(name: str, content: bytes) -> str:
    try:
        return text_of_file(name, content).text
    except FileRefused as refused:
        return refused.message


@pytest.mark.parametrize("make", WORKBOOKS.values(), ids=WORKBOOKS.keys())
def test_hostile_workbook_takes_little_memory(make: Callable[[], bytes], memory: Callable[[], int]) -> None:
    content = make()
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    assert read_or_refused("liste.xlsx", content)
    assert memory() - before < MEMORY_MAX


@pytest.mark.parametrize("bounded", [True, False])
def test_workbook_takes_more_where_nobody_counts(
    monkeypatch: pytest.MonkeyPatch, memory: Callable[[], int], bounded: bool
) -> None:
    """The negative control."""
    content = workbook({SHEET: sheet(b"".join(b"<a%d/>" % n for n in range(100_000)))})
    for name, bound in (("PART_MAX", 400_000), ("BYTES_MAX", 400_000), ("NODES_MAX", 20_000)):
        monkeypatch.setattr(bounds, name, bound if bounded else 10**9)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    read_or_refused("liste.xlsx", content)
    assert (memory() - before < 10_000_000) is bounded


@pytest.mark.parametrize("name", ["rows with a text", "texts of one row", "two corners"])
def test_reading_ends_with_the_rows_and_columns_of_a_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    put = SheetReader._put

    def counted(self: SheetReader, cell: str) -> None:
        read.append(cell)
        put(self, cell)

    monkeypatch.setattr(SheetReader, "_put", counted)
    read_or_refused("liste.xlsx", WORKBOOKS[name]())
    assert len(read) <= 1_021


def test_workbook_reads_no_file_of_the_machine() -> None:
    relations = "xl/_rels/workbook.xml.rels"
    for parts in ({SHEET: OUTSIDE}, {relations: ELSEWHERE}, {relations: ELSEWHERE.replace(b"External", b"Internal")}):
        assert "root:" not in read_or_refused("liste.xlsx", workbook(parts))


def test_plain_workbook_is_read() -> None:
    assert read_or_refused("liste.xlsx", workbook()) == "Name\nPetra Sommer"


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_workbook_with_any_byte_changed_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(workbook())
    for _change in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    _read(bytes(content))


_XML = st.text(alphabet='<>/="cvrtsi A1&;0\u00ad', max_size=60)


@settings(max_examples=80, deadline=None)
@given(_XML, _XML)
def test_workbook_with_any_sheet_is_read_or_refused(start: str, end: str) -> None:
    content = f"<worksheet><sheetData>{start}<row><c t='s'><v>0</v></c>{end}</row></sheetData></worksheet>"
    _read(workbook({SHEET: content.encode()}))


@settings(max_examples=80, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    _read(content)


def _read(content: bytes) -> None:
    with suppress(FileRefused):
        read_text(text_of_file("liste.csv", content).text)
