"""Lists of participants from clubs, and their import into event and register."""

from pathlib import Path

import pytest
import tablib

from romme_turnier.core.people.columns import Column
from romme_turnier.tournament.exchange.participant_check import Kind, check, decide
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, read_text, text_of_file
from romme_turnier.tournament.models import Club, Event, Player
from romme_turnier.tournament.participants.registrations import Entry, register, register_rows
from romme_turnier.tournament.shared.list_files.table_file import ROWS_MAX, FileRefused
from tests.factories import make_event
from tests.safety.attacks.hostile_files import OPEN_LIST, open_document

LISTS = Path(__file__).parents[2] / "data" / "lists"
LIST = """Vorname;Nachname;Verein;Startnr.;Mannschaft;bezahlt;Einwilligung
Petra;Sommer;RC Nord;14;Nordlichter;ja;x
Ömer;Yıldız;;;;nein;
"""


def read_upload(name: str, content: bytes) -> Sheet:
    return read_text(text_of_file(name, content).text)


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


def test_name_next_to_a_first_name_is_the_last_name() -> None:
    (row,) = read_text("Name\tVorname\nvon der Heide\tAnna Maria").rows
    assert (row.first_name, row.last_name) == ("Anna Maria", "von der Heide")


def test_blank_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    rows = read_text("\n\nName\n\nPetra Sommer\n\nOtto Kühn\n").rows
    assert [row.line for row in rows] == [5, 7]


def test_five_faults_are_reported_at_once_each_at_its_cell() -> None:
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


def test_more_rows_than_any_tournament_has_are_refused() -> None:
    with pytest.raises(FileRefused, match="Zeilen"):
        read_text("Name\n" + "Petra Sommer\n" * (ROWS_MAX + 1))


def test_columns_that_mean_nothing_are_not_read() -> None:
    assert read_text("Name;Telefon;\nPetra Sommer;123;").columns == ("name", None)


def test_upload_can_be_corrected_as_text() -> None:
    content = workbook(["Nr", "Name"], [3, "Petra\tSommer"])
    assert text_of_file("liste.xlsx", content).text == "Nr\tName\n3\tPetra Sommer"


def test_incomplete_name_next_to_an_unread_cell_is_a_fault() -> None:
    rows = read_text("Hartwig;Liesel;RC Nord\nBär;Ute;RC Nord", (None, Column.FIRST_NAME, Column.CLUB)).rows
    assert "„Hartwig“ wird nicht gelesen" in rows[0].faults["last_name"]
    assert not read_text("Madonna\nPrince").rows[0].faults


def test_club_in_brackets_or_above_its_members_is_theirs() -> None:
    rows = read_text("1. Hartwig, Liesel (RC Nord)\n2. Bär, Ute (SC Deich)").rows
    assert [(row.first_name, row.last_name, row.club) for row in rows] == [
        ("Liesel", "Hartwig", "RC Nord"),
        ("Ute", "Bär", "SC Deich"),
    ]
    rows = read_text("RC Nord\nHartwig, Liesel\nKruse, Olaf\nSC Deich\nBär, Ute\nGesamt: 3 Personen").rows
    assert [(row.last_name, row.club) for row in rows if not row.left_out] == [
        ("Hartwig", "RC Nord"),
        ("Kruse", "RC Nord"),
        ("Bär", "SC Deich"),
    ]


@pytest.mark.parametrize("club", ["-", "ohne Verein", "–", "vereinslos"])
def test_no_club_is_no_club(club: str) -> None:
    assert read_text(f"Name;Verein\nPetra Sommer;{club}").rows[0].club == ""


def test_signs_that_occur_in_no_name_are_marked_and_hinder_nothing() -> None:
    petra, otto = read_text("Name;Verein\nPetra S¬mmer;RC Nord\nOtto Kühn;RC §üd").rows
    assert ("¬" in petra.doubts["name"], petra.faults) == (True, {})
    assert "§" in otto.doubts["club"]


def test_name_of_unseen_signs_is_missing() -> None:
    assert "last_name" in read_text("Vorname;Nachname;Verein\n\u200b;\u00ad;RC Nord").rows[0].faults


CASES = {
    "meldebogen.xlsx": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig", "Åse Ørsted"], "RC Nordlicht"),
    "rahmen.xlsx": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig", "Åse Ørsted"], "RC Nordlicht"),
    "deckblatt.xlsx": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig", "Åse Ørsted"], "RC Nordlicht"),
    "verbunden.xlsx": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig", "Ute Bär"], "RC Nordlicht"),
    "macintosh.csv": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig"], "RC Nordlicht"),
    "doppelt.csv": (["Liesel Hartwig", "Jürgen Böttcher", "Käthe Müßig"], "RC Nordlicht"),
    "titel-komma.csv": (["Liesel Hartwig", "Ute Bär"], "RC Nordlicht, Abt. 2"),
    "mail.txt": (["Liesel Hartwig", "Kuno Böttcher", "Ute Bär", "Olaf Kruse"], ""),
}


@pytest.mark.parametrize("name", CASES)
def test_list_of_a_club_gives_its_people(name: str) -> None:
    sheet = read_upload(name, (LISTS / name).read_bytes())
    people, club = CASES[name]
    rows = [row for row in sheet.rows if not row.left_out]
    assert ([f"{row.first_name} {row.last_name}" for row in rows][: len(people)], rows[0].club) == (people, club)
    assert not any(row.faults for row in rows)


def test_merged_cell_counts_for_all_its_rows() -> None:
    rows = read_upload("verbunden.xlsx", (LISTS / "verbunden.xlsx").read_bytes()).rows
    assert [row.club for row in rows] == ["RC Nordlicht", "RC Nordlicht", "RC Nordlicht", "SC Deich"]


def test_sheet_with_names_is_read_and_the_others_are_named() -> None:
    written = text_of_file("deckblatt.xlsx", (LISTS / "deckblatt.xlsx").read_bytes())
    assert (written.sheet, [sheet.name for sheet in written.unread]) == ("Meldung", ["Deckblatt"])


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
    assert (row.kind, row.candidates, row.proposed) == (Kind.REGISTERED, (), "skip")


@pytest.mark.parametrize(
    ("club", "number", "of_event", "of_list"),
    [
        ("RC Nord", 9, "skip", "skip"),
        ("RC Nord e.V.", None, "skip", "skip"),
        ("RC Süd", 9, "new", "new"),
        ("", 10, "skip", "new"),
        ("", None, "skip", "skip"),
    ],
)
def test_namesake_of_another_club_and_in_a_list_with_another_number_is_somebody_else(
    event: Event, club: str, number: int | None, of_event: str, of_list: str
) -> None:
    register(event, Entry(first_name="Petra", last_name="Sommer", club="RC Nord", number=9), by=None)
    rows = [Row(line=2, first_name="Petra", last_name="Sommer", club=club, number=number)]
    assert check(event, rows)[0].proposed == of_event
    in_list = [Row(line=1, first_name="Otto", last_name="Kühn", club="RC Nord", number=12)]
    in_list.append(Row(line=2, first_name="Kühn", last_name="Otto", club=club, number=number and number + 3))
    assert check(event, in_list)[1].proposed == of_list


def test_number_of_the_same_person_is_no_fault(event: Event) -> None:
    register(event, Entry(first_name="Petra", last_name="Sommer", number=14), by=None)
    (row,) = check(event, [Row(line=2, first_name="Petra", last_name="Sommer", number=14)])
    assert row.kind == Kind.REGISTERED


def test_who_is_left_out_is_told_and_a_fault_that_is_left_out_hinders_nobody(event: Event) -> None:
    faulty = Row(line=3, faults={"last_name": "Der Name fehlt."})
    decided = decide(check(event, [PETRA, faulty]), {3: "skip"})
    assert ([one.row.line for one in decided.left_out], len(decided.entries)) == ([3], 1)
    assert decide(check(event, [PETRA, faulty]), {}).unanswered == (3,)


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


def test_categories_are_read_from_one_column_or_from_one_each() -> None:
    known = {"Damen": 1, "Senioren": 2}
    sheet = read_text("Name;Kategorie\nUte Bär;damen, Senioren\nOlaf Kruse;Gäste", categories=known)
    assert [row.categories for row in sheet.rows] == [(1, 2), ()]
    assert any("„Gäste“ (1)" in sentence for sentence in sheet.not_read)
    sheet = read_text("Name;Damen;Senioren\nUte Bär;x;x\nOlaf Kruse;;x", categories=known)
    assert [row.categories for row in sheet.rows] == [(1, 2), (2,)]
    assert not sheet.people.clashing


@pytest.mark.django_db
def test_imported_categories_are_stored() -> None:
    event = make_event(players=0)
    category = event.categories.create(name="Damen", position=0)
    sheet = read_text("Name;Damen\nUte Bär;x", categories={"Damen": category.pk})
    checked = check(event, sheet.rows)
    decided = decide(checked, {line.row.line: line.proposed for line in checked})
    (registration,) = register_rows(event, decided.entries, by=None)
    assert list(registration.categories.all()) == [category]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Summe: 4", "eine Summe"),
        ("Tel. 0171 5550123", "Telefonnummer"),
        ("Mit freundlichen Grüßen", "ein Gruß"),
        ("RC Deich", "ein Club"),
    ],
)
def test_row_that_is_no_person_is_proposed_as_left_out_with_its_reason(line: str, why: str) -> None:
    rows = read_text(f"Ute Bär\nOlaf Kruse\n{line}").rows
    assert [bool(row.left_out) for row in rows] == [False, False, True]
    assert why in rows[2].left_out
    assert not rows[2].doubts
    assert not read_text(f"Ute Bär\nOlaf Kruse\n{line}", None, {3: {"last_name": "Kuhn"}}).rows[2].left_out


def test_list_of_libreoffice_is_read() -> None:
    file = text_of_file("liste.ods", open_document(OPEN_LIST))
    assert (file.sheet, [sheet.name for sheet in file.unread]) == ("Meldung", ["Deckblatt", "Kasse"])
    assert "geheim" not in str(file)
    rows = read_text(file.text).rows
    assert [(row.first_name, row.last_name, row.club, row.number, row.paid, row.cells["paid"]) for row in rows] == [
        ("Liesel", "Hartwig", "RC Nordlicht Abt. 2", 17, True, "12.10.2026"),
        ("Ute", "Bär", "RC Nordlicht Abt. 2", 4, False, "nein"),
        ("Olaf", "Kruse", "", None, True, "12,00 €"),
    ]
