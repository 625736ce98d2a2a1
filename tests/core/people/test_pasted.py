"""Lists of people as they are pasted."""

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.people.duplicates import one_spelling
from romme_turnier.core.people.pasted import Column, parse_name, parse_part, read_pasted

FIRST, LAST, NAME, CLUB, NUMBER = Column.FIRST_NAME, Column.LAST_NAME, Column.NAME, Column.CLUB, Column.NUMBER


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("Petra Sommer\nOtto Kühn", (NAME,), 2),
        ("Sommer, Petra\nKühn, Otto", (LAST, FIRST), 2),
        ("Petra;Sommer\nOtto;Kühn", (FIRST, LAST), 2),
        ("Petra Sommer, RC Nord\nOtto Kühn, RC Süd", (NAME, CLUB), 2),
        ("Petra Sommer;Düren\nOtto Kühn;Köln", (NAME, CLUB), 2),
        ("Petra Sommer   RC Nord\nOtto Kühn  RC Süd", (NAME, CLUB), 2),
        ("Sommer, Petra, RC Nord\nvon der Heide, Anna, SV Düren e.V.", (LAST, FIRST, CLUB), 2),
        ("1\tPetra Sommer\tRC Nord\tja\n2\tOtto Kühn\tRC Nord\tnein", (NUMBER, NAME, CLUB, Column.PAID), 2),
        ("Nachname|Vorname\nSommer|Petra", (LAST, FIRST), 1),
        ("Name, Vorname\nSommer, Petra", (LAST, FIRST), 1),
        ("Petra Sommer", (NAME,), 1),
        ("", (), 0),
    ],
)
def test_separator_and_columns_are_guessed(text: str, columns: tuple[Column, ...], rows: int) -> None:
    found = read_pasted(text)
    assert found.columns == columns
    assert len(found.lines) == rows


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("Teilnehmerliste 2026\nPetra Sommer\nOtto Kühn", ("Teilnehmerliste 2026",)),
        ("Unser Club\nVorname;Nachname\nPetra;Sommer", ("Unser Club",)),
        ("Meldung\n\nStand: 3.10.\nName;Club\nPetra Sommer;RC Nord", ("Meldung", "Stand: 3.10.")),
        ("Petra Sommer\nOtto Kühn", ()),
    ],
)
def test_title_above_the_list_is_no_row(text: str, above: tuple[str, ...]) -> None:
    found = read_pasted(text)
    assert found.above == above
    assert "Sommer" in " ".join(" ".join(line.cells) for line in found.lines)


def test_cells_in_quotes_may_hold_what_separates() -> None:
    found = read_pasted('Name,Club\n"Sommer, Petra","RC ""Nord"", e. V."\nOtto "Ottl" Kühn,')
    assert [line.cells for line in found.lines] == [("Sommer, Petra", 'RC "Nord", e. V.'), ('Otto "Ottl" Kühn', "")]


def test_known_first_names_tell_which_column_they_are_in() -> None:
    assert read_pasted("Sommer;Petra\nKühn;Otto", first_names={"Otto"}).columns == (LAST, FIRST)
    assert read_pasted("Petra, Sommer\nOtto, Kühn", first_names={"Otto"}).columns == (FIRST, LAST)


def test_columns_that_were_chosen_are_taken() -> None:
    assert read_pasted("Petra;Sommer", (LAST, FIRST)).columns == (LAST, FIRST)
    assert read_pasted("Petra;Sommer", (LAST,)).columns == (FIRST, LAST)  # those of another list


@pytest.mark.parametrize(
    ("text", "first", "last", "remark"),
    [
        ("Petra Sommer", "Petra", "Sommer", ""),
        ("Sommer, Petra", "Petra", "Sommer", ""),
        ("Anna Maria von der Heide", "Anna Maria", "von der Heide", ""),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven", ""),
        ("Madonna", "", "Madonna", ""),
        ("Dr. Fuchs, Ingeborg", "Ingeborg", "Fuchs", ""),
        ("Fuchs, Dr. Ingeborg (Gast)", "Ingeborg", "Fuchs", "Gast"),
        ("Prof. Dr. Hans von der Heide [neu]", "Hans", "von der Heide", "neu"),
        ("Dipl.-Ing. Otto Kühn", "Otto", "Kühn", ""),
        ("Frau Petra Sommer", "Petra", "Sommer", ""),
        ("Frauke Drechsler", "Frauke", "Drechsler", ""),
        ("", "", "", ""),
    ],
)
def test_name_comes_apart_without_titles_and_brackets(text: str, first: str, last: str, remark: str) -> None:
    name = parse_name(text)
    assert (name.first, name.last, name.remark) == (first, last, remark)


def test_part_of_a_name_loses_title_and_brackets() -> None:
    assert parse_part("Dr. Fuchs (Gast)") == ("Fuchs", "Gast")


WORD = st.text("abcdefghijklmnoprstuvwäöüß", min_size=2, max_size=8).map(str.capitalize)
PEOPLE = st.lists(st.tuples(WORD.filter(lambda word: word not in ("Dr", "Fr", "Hr")), WORD), min_size=3, max_size=12)


@given(PEOPLE, st.sampled_from(["\t", ";", "|", ", "]))
def test_names_come_out_as_they_went_in_whatever_separates_them(people: list[tuple[str, str]], separator: str) -> None:
    text = "\n".join(["Vorname" + separator + "Nachname", *(separator.join(one) for one in people)])
    found = read_pasted(text)
    assert found.columns == (FIRST, LAST)
    assert [line.cells for line in found.lines] == people


@given(st.text(max_size=300), st.integers(0, 4))
def test_no_line_is_lost_and_rows_are_as_wide_as_the_columns(text: str, blank: int) -> None:
    text = text.replace('"', "").replace("\0", "")
    found = read_pasted("\n" * blank + text)
    assert all(len(line.cells) == len(found.columns) == len(found.headings) for line in found.lines)
    kept = " ".join([*found.above, *found.headings, *(cell for line in found.lines for cell in line.cells)])
    signs = {sign for sign in text if sign.isalnum()}
    assert signs <= set(kept)


@given(st.text(max_size=60))
def test_no_letter_is_added_to_a_name(text: str) -> None:
    name = parse_name(text)
    assert set(name.first + name.last + name.remark) <= set(text) | {" ", ","}


def test_spellings_of_one_club_lead_to_the_known_or_the_commonest() -> None:
    names = ["SV Düren e.V.", "SV Düren e. V.", "SV Düren", "RC Nord", "RC Süd", "", "Köln eV", "Köln eV", "Köln"]
    assert one_spelling(names, ["SV Düren"]) == {
        "SV Düren e.V.": "SV Düren",
        "SV Düren e. V.": "SV Düren",
        "Köln": "Köln eV",
    }
    assert one_spelling(names, ["Köln e.V."])["Köln eV"] == "Köln e.V."


@given(st.lists(st.text(max_size=12), max_size=8), st.lists(st.text(max_size=12), max_size=4))
def test_proposed_spelling_is_never_to_change_itself(names: list[str], known: list[str]) -> None:
    proposed = one_spelling(names, known)
    assert all(other not in proposed and one != other for one, other in proposed.items())
