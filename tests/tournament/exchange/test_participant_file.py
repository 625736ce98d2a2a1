"""Lists of participants as clubs send them, and what event and register make of them."""

import io
import zipfile

import pytest
import tablib

from romme_turnier.tournament.exchange.participant_check import Kind, check, decide
from romme_turnier.tournament.exchange.participant_file import Row, read_text, read_upload
from romme_turnier.tournament.models import Club, Event, Player
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.shared.table_file import ROWS_MAX, FileRefused, as_text
from tests.factories import make_event

LIST = """Vorname;Nachname;Verein;Startnr.;Mannschaft;bezahlt;Einwilligung
Petra;Sommer;RC Nord;14;Nordlichter;ja;x
Ömer;Yıldız;;;;nein;
"""


def workbook(*rows: list[object]) -> bytes:
    return bytes(tablib.Dataset(*rows[1:], headers=rows[0]).export("xlsx"))


def test_all_columns_are_understood() -> None:
    petra, omer = read_text(LIST).rows
    assert petra.faults == {}
    assert (petra.first_name, petra.last_name, petra.club) == ("Petra", "Sommer", "RC Nord")
    assert (petra.number, petra.team, petra.paid, petra.publish_name) == (14, "Nordlichter", True, True)
    assert (omer.first_name, omer.number, omer.club, omer.paid) == ("Ömer", None, "", False)


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_delimiter_is_found(delimiter: str) -> None:
    rows = read_text(LIST.replace(";", delimiter)).rows
    assert [row.last_name for row in rows] == ["Sommer", "Yıldız"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_file_is_read(encoding: str) -> None:
    assert read_upload("liste.csv", LIST.encode(encoding)).rows[1].first_name == "Ömer"


def test_file_of_an_older_spreadsheet_is_read() -> None:
    content = "Name;Club\nJürgen Groß;Köln".encode("cp1252")
    (row,) = read_upload("liste.csv", content).rows
    assert (row.first_name, row.last_name, row.club) == ("Jürgen", "Groß", "Köln")


def test_workbook_is_read_with_numbers_and_ticks() -> None:
    content = workbook(["Nr", "Name", "bezahlt"], [3, "Petra Sommer", True], [4.0, "Otto Kühn", None])
    rows = read_upload("liste.xlsx", content).rows
    assert [(row.number, row.last_name, row.paid) for row in rows] == [(3, "Sommer", True), (4, "Kühn", False)]


def test_quoted_cells_may_hold_the_delimiter() -> None:
    (row,) = read_text('Name,Verein\n"Sommer, Petra","RC Nord, e. V."').rows
    assert (row.first_name, row.last_name, row.club) == ("Petra", "Sommer", "RC Nord, e. V.")


def test_name_beside_a_first_name_is_the_last_name() -> None:
    (row,) = read_text("Name\tVorname\nvon der Heide\tAnna Maria").rows
    assert (row.first_name, row.last_name) == ("Anna Maria", "von der Heide")


def test_blank_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    rows = read_text("\n\nName\n\nPetra Sommer\n\nOtto Kühn\n").rows
    assert [row.line for row in rows] == [5, 7]


def test_five_faults_are_told_at_once_each_at_its_cell() -> None:
    text = (
        "Vorname;Nachname;Nr;bezahlt;Verein\n"
        ";;1;ja;RC Nord\n"
        "Petra;Sommer;zwölf;ja;RC Nord\n"
        f"Otto;Kühn;0;vielleicht;{'R' * 121}\n"
        "Ida;Blau;7;ja;\n"
    )
    rows = read_text(text).rows
    assert [sorted(row.faults) for row in rows] == [["last_name"], ["number"], ["club", "number", "paid"], []]
    assert rows[1].faults["number"] == "„zwölf“ ist keine Startnummer. Möglich sind 1 bis 9999."


def test_number_that_stands_twice_names_the_earlier_line() -> None:
    rows = read_text("Name;Nr\nPetra Sommer;7\nOtto Kühn;7").rows
    assert rows[0].faults == {}
    assert "Zeile 2" in rows[1].faults["number"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "leer"),
        ("Name;Verein", "niemand"),
        ("Name\0;Verein", "keine Textdatei"),
    ],
)
def test_list_that_cannot_be_understood_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(FileRefused, match=message):
        read_text(text)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("liste.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "XLS"),
        ("liste.xlsx", b"PK\x03\x04nichts", "XLSX"),
        ("bild.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "keine Textdatei"),
        ("gross.csv", b"Name\n" + b"x" * 1_000_001, "zu groß"),
    ],
)
def test_file_of_another_kind_is_refused(name: str, content: bytes, message: str) -> None:
    with pytest.raises(FileRefused, match=message):
        read_upload(name, content)


def test_packed_file_that_unfolds_without_end_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 30_000_000)
    with pytest.raises(FileRefused, match="zu groß"):
        read_upload("liste.xlsx", packed.getvalue())


def test_more_rows_than_any_tournament_has_are_refused() -> None:
    with pytest.raises(FileRefused, match="Zeilen"):
        read_text("Name\n" + "Petra Sommer\n" * (ROWS_MAX + 1))


def test_columns_that_mean_nothing_are_not_read() -> None:
    assert read_text("Name;Telefon;\nPetra Sommer;123;").columns == ("name", None, None)


def test_upload_can_be_corrected_as_text() -> None:
    content = workbook(["Nr", "Name"], [3, "Petra\tSommer"])
    assert as_text("liste.xlsx", content) == "Nr\tName\n3\tPetra Sommer"


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=0)


PETRA = Row(line=2, first_name="Petra", last_name="Sommer", club="RC Nord")


def test_unknown_name_is_new_and_needs_no_answer(event: Event) -> None:
    (row,) = check(event, [PETRA])
    assert row.kind == Kind.NEW
    (entry,) = decide([row], {}).entries
    assert (entry.player, entry.last_name) == (None, "Sommer")


def test_namesake_in_the_register_is_asked_about_and_never_linked_by_itself(event: Event) -> None:
    Player.objects.create(first_name="petra", last_name="SOMMER")
    checked = check(event, [PETRA])
    assert checked[0].kind == Kind.DOUBLE
    decided = decide(checked, {})
    assert (decided.entries, decided.unanswered) == ((), (2,))


def test_answer_links_the_namesake_or_makes_a_new_person_or_leaves_the_row_out(event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    checked = check(event, [PETRA])
    assert decide(checked, {2: str(player.pk)}).entries[0].player == player
    assert decide(checked, {2: "new"}).entries[0].player is None
    assert decide(checked, {2: "skip"}).entries == ()


def test_answer_that_was_not_offered_counts_as_none(event: Event) -> None:
    Player.objects.create(first_name="Petra", last_name="Sommer")
    stranger = Player.objects.create(first_name="Otto", last_name="Kühn")
    assert decide(check(event, [PETRA]), {2: str(stranger.pk)}).unanswered == (2,)


def test_same_name_and_club_is_offered_as_the_obvious_answer(event: Event) -> None:
    club = Club.objects.create(name="RC Nord")
    player = Player.objects.create(first_name="Petra", last_name="Sommer", club=club)
    Player.objects.create(first_name="Petra", last_name="Sommer")
    assert check(event, [PETRA])[0].obvious == str(player.pk)


def test_somebody_who_takes_part_is_not_offered_again(event: Event) -> None:
    register(event, Entry(first_name="Petra", last_name="Sommer"), by=None)
    (row,) = check(event, [PETRA])
    assert (row.kind, row.candidates) == (Kind.REGISTERED, ())


def test_name_that_stands_twice_in_the_list_is_asked_about(event: Event) -> None:
    twin = Row(line=3, first_name="Petra", last_name="Sommer")
    checked = check(event, [PETRA, twin])
    assert [row.kind for row in checked] == [Kind.NEW, Kind.TWICE]
    assert checked[1].earlier == 2


def test_one_person_of_the_register_cannot_be_two_rows(event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    checked = check(event, [PETRA, Row(line=3, first_name="Petra", last_name="Sommer")])
    assert decide(checked, {2: str(player.pk), 3: str(player.pk)}).twice == (3,)


def test_number_that_is_taken_at_the_event_is_a_fault(event: Event) -> None:
    register(event, Entry(first_name="Otto", last_name="Kühn", number=14), by=None)
    (row,) = check(event, [Row(line=2, first_name="Petra", last_name="Sommer", number=14)])
    assert row.kind == Kind.FAULT
    assert "Otto Kühn" in row.row.faults["number"]
