"""Lists of people from outside: headings, titles, rows, and the kinds of columns."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.people.cells import read_cells
from romme_turnier.core.people.columns import Column, Columns, payment_in, says_paid
from romme_turnier.core.people.duplicates import one_spelling
from romme_turnier.core.people.participant_list import ParticipantList, names_nobody, read_list

FIRST, LAST, NAME, CLUB, NUMBER = Column.FIRST_NAME, Column.LAST_NAME, Column.NAME, Column.CLUB, Column.NUMBER


def read(text: str, columns: Columns | None = None, first_names: set[str] | None = None) -> ParticipantList:
    return read_list(read_cells(text, lines_max=1_000, columns_max=50), columns, first_names or set())


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
    people = read(text)
    assert people.columns == columns
    assert len(people.lines) == rows


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
    people = read(text)
    assert people.above == above
    assert "Sommer" in " ".join(" ".join(line.cells) for line in people.lines)


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        ("Nr.;Spieler/in;Verein", (NUMBER, NAME, CLUB)),
        ("Nr;Nachname, Vorname;Club/Verein", (NUMBER, Column.LAST_FIRST, CLUB)),
        ("Teilnehmer*in;Verein / Ort;bezahlt?", (NAME, CLUB, Column.PAID)),
        ("Spieler:innen;Startgeld (12 €);Startnr.", (NAME, Column.PAID, NUMBER)),
        ("Start number;Last name;First name;Entry fee paid", (NUMBER, LAST, FIRST, Column.PAID)),
    ],
)
def test_headings_are_known_in_their_usual_forms(headings: str, columns: Columns) -> None:
    assert read(f"{headings}\n1;A B;C;ja\n2;D E;F;nein").columns[: len(columns)] == columns


@pytest.mark.parametrize(
    ("text", "columns", "unread"),
    [
        ("Nr.;Name;Vorname;Startnr.\n1;Hartwig;Liesel;17", (None, LAST, FIRST, NUMBER), ["Nr."]),
        ("Startnummer;Name;Vorname;Nummer\n17;Hartwig;Liesel;1", (NUMBER, LAST, FIRST, None), ["Nummer"]),
        ("Club;Name;Verein\nA;Liesel Hartwig;B", (CLUB, NAME, None), ["Verein"]),
    ],
)
def test_clearer_heading_wins_and_what_is_alike_is_told(text: str, columns: Columns, unread: list[str]) -> None:
    people = read(text)
    assert (people.columns, people.unread, people.clashing) == (columns, unread, [])
    assert len(people.alike) == 1


def test_column_that_is_not_read_is_named_by_its_heading_or_what_it_holds() -> None:
    assert read("Name;Telefon;Ort\nPetra Sommer;0171 5;\nOtto Kühn;;").unread == ["Telefon"]
    assert read("Petra Sommer;0171 5/5\nOtto Kühn;0172 6/6").unread == ["0171 5/5"]


def test_columns_that_are_called_the_same_wait_for_a_choice() -> None:
    people = read("Name;Club;Club\nLiesel Hartwig;A;B")
    assert people.clashing == [CLUB]
    assert read("Name;Club;Club\nLiesel Hartwig;A;B", (NAME, CLUB, None)).clashing == []


def test_line_that_lacks_the_comma_between_its_names_has_its_cells_below_the_others() -> None:
    people = read("Bär, Ute, RC Nord, Nr. 8\nKruse, Peter, RC Süd, 9\nSchmidt Peter, RC Krone, 10")
    assert people.columns == (LAST, FIRST, CLUB, NUMBER)
    assert people.lines[2].cells == ("Schmidt", "Peter", "RC Krone", "10")


def test_first_names_of_the_list_and_of_others_are_known() -> None:
    people = read("Name;Verein\nBär, Peter;RC Nord\nSchmidt Ute;RC Nord", first_names={"Ute"})
    assert people.first_names == {"Peter", "Ute"}


def test_heading_that_is_not_known_does_not_hinder_guessing() -> None:
    assert read("Wer kommt?;Verein\nLiesel Hartwig;RC Nord\nKuno Bär;RC Nord").columns == (NAME, CLUB)


@pytest.mark.parametrize(
    "heading", ["Startgeld", "Startgeld (€)", "Startgeld:", "Start-Geld", "STARTGELD / EUR", "Entry fee"]
)
def test_fee_that_is_the_same_in_all_rows_is_no_payment(heading: str) -> None:
    assert read(f"Name;{heading}\nPetra Sommer;15 €\nOtto Kühn;15 €").columns == (NAME, None)
    assert read(f"Name;{heading}\nPetra Sommer;15 €\nOtto Kühn;").columns == (NAME, Column.PAID)


def test_amount_that_is_the_same_in_all_rows_is_a_payment_if_the_heading_says_so() -> None:
    assert read("Name;Startgeld bezahlt\nPetra Sommer;15 €\nOtto Kühn;15 €").columns == (NAME, Column.PAID)


def test_cell_that_recurs_below_is_no_heading() -> None:
    people = read("Petra Sommer;bezahlt\nOtto Kühn;bezahlt\nIda Blau;offen")
    assert (people.headings, len(people.lines)) == (("", ""), 3)


def test_headings_that_recur_on_each_page_and_rows_with_a_number_alone_are_no_people() -> None:
    people = read("Nr;Name\n1;Petra Sommer\nNr;Name\n2;Otto Kühn\n3;\n4.;")
    assert [line.cells[1] for line in people.lines] == ["Petra Sommer", "Otto Kühn"]


def test_headings_below_a_long_form_are_still_those() -> None:
    form = "Meldebogen\n\nVerein: RC Nord\nOrt: Ulm\nDatum: 1.11.\nTel.: 1\nBitte lesbar\nLfd. Nr.\tName\tVorname\n"
    people = read(form + "1\tHartwig\tLiesel\n2\tBär\tUte\n3\tKruse\tOlaf")
    assert (people.columns, len(people.lines), len(people.above)) == ((None, LAST, FIRST), 3, 6)


@pytest.mark.parametrize(
    "text",
    [
        "Gesamt: 4 Personen",
        "Summe Startgeld: 60,00 €",
        "Stand: 1.11.",
        "Seite 2",
        "SC Deich",
        "Tel. 0171 5550123",
        "Mit freundlichen Grüßen",
        "Hallo Herr Weiß,",
        "liesel@example.org",
        "für uns melden sich an:",
        "0171/5550123",
    ],
)
def test_row_that_is_plainly_no_person_is_known(text: str) -> None:
    assert 2 in names_nobody(read(f"Petra Sommer;RC Nord\n{text}\nOtto Kühn;RC Nord\nIda Blau;RC Nord"))


@pytest.mark.parametrize(
    "text", ["Petra Summe", "Summer, Petra", "Seiler Otto", "Liebe, Anna", "Stand, Ida", "Summe, Ida"]
)
def test_name_that_looks_like_it_is_a_person(text: str) -> None:
    assert not names_nobody(read(f"Petra Sommer\n{text}\nOtto Kühn"))


@pytest.mark.parametrize(
    ("cell", "paid"),
    [
        ("12.10.2026", True),
        ("überwiesen", True),
        ("bar", True),
        ("12,00 €", True),
        ("0", False),
        ("0,00", False),
        ("", False),
        ("noch nicht", False),
        ("x", True),
        ("vielleicht", None),
        ("am 3.10.", True),
    ],
)
def test_day_amount_and_way_of_paying_say_that_the_fee_is_paid(cell: str, paid: bool | None) -> None:
    assert says_paid(cell) is paid


@pytest.mark.parametrize(
    ("cell", "way", "amount"),
    [
        ("bar", "cash", None),
        ("überwiesen 20.11.", "bank", None),
        ("12,50 € bar", "cash", "12.5"),
        ("15,-", "", "15"),
        ("20 eur paypal", "bank", "20"),
        ("1", "", None),
        ("12.10.2026", "", None),
        ("bar oder überwiesen", "", None),
        ("ja", "", None),
    ],
)
def test_way_and_amount_of_a_payment_are_read(cell: str, way: str, amount: str | None) -> None:
    assert payment_in(cell) == (way, amount and Decimal(amount))


def test_cells_in_quotes_may_hold_what_separates() -> None:
    people = read('Name,Club\n"Sommer, Petra","RC ""Nord"", e. V."\nOtto "Ottl" Kühn,')
    assert [line.cells for line in people.lines] == [("Sommer, Petra", 'RC "Nord", e. V.'), ('Otto "Ottl" Kühn', "")]


def test_known_first_names_tell_which_column_they_are_in() -> None:
    assert read("Sommer;Petra\nKühn;Otto", first_names={"Otto"}).columns == (LAST, FIRST)
    assert read("Petra, Sommer\nOtto, Kühn", first_names={"Otto"}).columns == (FIRST, LAST)


def test_columns_that_were_chosen_are_taken() -> None:
    assert read("Petra;Sommer", (LAST, FIRST)).columns == (LAST, FIRST)
    assert read("Petra;Sommer", (LAST,)).columns == (FIRST, LAST)  # those of another list


WORD = (
    st.text("abcdefghijklmnoprstuvwäöüß", min_size=2, max_size=8)
    .map(str.capitalize)
    .filter(lambda word: word not in ("Vorname", "Nachname"))
)
PEOPLE = st.lists(st.tuples(WORD.filter(lambda word: word not in ("Dr", "Fr", "Hr")), WORD), min_size=3, max_size=12)


@given(PEOPLE, st.sampled_from(["\t", ";", "|", ", "]))
def test_names_come_out_as_they_went_in_whatever_separates_them(pairs: list[tuple[str, str]], separator: str) -> None:
    text = "\n".join(["Vorname" + separator + "Nachname", *(separator.join(one) for one in pairs)])
    people = read(text)
    assert people.columns == (FIRST, LAST)
    assert [line.cells for line in people.lines] == pairs


@given(st.text(max_size=300), st.integers(0, 4))
def test_no_line_is_lost_and_rows_are_as_wide_as_the_columns(text: str, blank: int) -> None:
    text = text.replace('"', "").replace("\0", "")
    people = read("\n" * blank + text)
    assert all(len(line.cells) == len(people.columns) == len(people.headings) for line in people.lines)
    kept = " ".join([*people.above, *people.headings, *(cell for line in people.lines for cell in line.cells)])
    signs = {sign for sign in text if sign.isalpha()}
    assert signs <= set(kept)


def test_spellings_of_one_club_lead_to_the_known_or_the_commonest() -> None:
    names = ["SV Düren e.V.", "SV Düren e. V.", "SV Düren", "RC Nord", "RC Süd", "", "Köln eV", "Köln eV", "Köln"]
    assert one_spelling(names, ["SV Düren"]) == {
        "SV Düren e.V.": "SV Düren",
        "SV Düren e. V.": "SV Düren",
        "Köln": "Köln eV",
    }
    assert one_spelling(names, ["Köln e.V."])["Köln eV"] == "Köln e.V."


def test_addition_in_brackets_is_another_spelling_unless_it_tells_clubs_apart() -> None:
    stadt = ["RC Krone", "RC Krone (Stadt)", "RC Krone (Stadt)"]
    assert one_spelling(stadt, []) == {"RC Krone (Stadt)": "RC Krone"}
    assert one_spelling([*stadt, "RC Krone (Land)"], []) == {}
    assert one_spelling(stadt, ["RC Krone (Stadt)"]) == {}
    assert one_spelling(stadt[1:], []) == {}


@given(st.lists(st.text(max_size=12), max_size=8), st.lists(st.text(max_size=12), max_size=4))
def test_proposed_spelling_is_never_to_change_itself(names: list[str], known: list[str]) -> None:
    proposed = one_spelling(names, known)
    assert all(other not in proposed and one != other for one, other in proposed.items())
