"""Text from outside becomes lines of cells, within bounds."""

import tracemalloc

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.people.cells import Cells, read_cells


def read(text: str) -> Cells:
    return read_cells(text, lines_max=1_000, columns_max=50)


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("Teilnehmer, Stand: 1.11., RC Nord\nName;Vorname\nBär;Ute\nKruse;Olaf", ";"),
        ('Name;Verein\nBär;"RC Nord, Abt. 2, Ulm"\nKruse;"A, B"', ";"),
        ("Meldung\nVerein: X\nName\tVorname\nBär\tUte\n3\n4\n5\n6", "\t"),
        ("Bär, Ute\nKruse, Olaf\nHartwig", ","),
        ("Ute Bär\nOlaf Kruse, Ulm\nLiesel Hartwig", None),
    ],
)
def test_what_most_lines_have_separates_the_cells(text: str, separator: str | None) -> None:
    assert read(text).separator == separator


def test_cell_in_quotes_may_hold_separator_quotes_and_line_breaks() -> None:
    cells = read('Bär\tUte\t"RC ""Nord""\nAbt.\tRommé"\nKruse\tOlaf\tSC Deich')
    assert [line.cells for line in cells.lines] == [
        ("Bär", "Ute", 'RC "Nord" Abt. Rommé'),
        ("Kruse", "Olaf", "SC Deich"),
    ]
    assert [line.number for line in cells.lines] == [1, 3]


@pytest.mark.parametrize("cell", ['"Ottl" Kühn', 'Otto "Ottl"', '"Otto', 'Otto"', '"'])
def test_quote_that_does_not_close_a_cell_is_part_of_it_and_takes_no_further_line(cell: str) -> None:
    cells = read(f'{cell};RC Nord\nBär;RC Nord\nKruse;"RC Süd"')
    assert [line.cells for line in cells.lines] == [(cell, "RC Nord"), ("Bär", "RC Nord"), ("Kruse", "RC Süd")]


def test_line_breaks_of_a_word_processor_separate_lines() -> None:
    assert len(read("Petra Sommer\vOtto Kühn\u2028Ida Blau").lines) == 3


def test_empty_lines_and_columns_at_the_end_do_not_count() -> None:
    cells = read("Name;Vorname" + ";" * 300 + "\n" + "Bär;Ute" + ";" * 300 + "\n" + (";" * 300 + "\n") * 2_000)
    assert [line.cells for line in cells.lines] == [("Name", "Vorname"), ("Bär", "Ute")]


def test_more_lines_or_columns_are_told_and_nothing_is_kept_of_them() -> None:
    assert read("Ute Bär\n" * 1_001).more_lines
    assert read(";".join("x" * 51) + "\na;b").more_columns
    assert read("Ute Bär\n" * 1_001).lines == ()


HOSTILE = {
    "separators": ";" * 1_000_000,
    "one wide line above many narrow ones": "a;" * 300_000 + "\n" + "a;\n" * 130_000,
    "quotes": '"' * 1_000_000,
    "open quotes": '"a;' * 300_000,
    "open quotes in lines": '"a;b\n' * 200_000,
    "line ends": "\r\n" * 500_000,
    "blanks": "a  " * 330_000,
    "one cell": "a" * 1_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_megabyte_of_anything_stays_within_bounds(text: str) -> None:
    tracemalloc.start()
    read(text)
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='ab"";,|\t\n\r \u00ad1é', max_size=120))
def test_no_letter_is_lost_and_lines_are_of_one_width(text: str) -> None:
    cells = read(text)
    assert len({len(line.cells) for line in cells.lines}) < 2
    held = [sign for line in cells.lines for cell in line.cells for sign in cell if sign in "ab1é"]
    assert held == [sign for sign in text if sign in "ab1é"]
