"""Tables for other programs: their contents, and names that spreadsheets must not run as formulas."""

import csv
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given, strategies as st
from openpyxl import load_workbook

from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.documents.tables.lists.histories import ListFilter
from romme_turnier.documents.tables.writing import Cell, as_csv, as_ods, as_xlsx, safe
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.participant_file import read_text, text_of_file
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.list_files.workbook import read_workbook
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, signed_in
from tests.factories import list_of, make_checked, make_event

FORMULAS = (
    "=1+1",
    "+49 170",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1+1",
    "\x00=1",
    "=cmd|' /C calc'!A0",
)
Sheet = tuple[str, list[list[Cell]]]
STARTS = tuple("=+-@\t\r\n＝＋－＠")


def read_csv(content: bytes) -> list[list[str]]:
    text = content.decode("utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter=";"))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("write", [as_csv, as_xlsx, as_ods])
def test_participants_are_read_again_in_each_language(write: Callable[..., bytes], language: str) -> None:
    event = make_event(players=0)
    entry = Entry(first_name="Petra", last_name="Sommer", club="RC Nord", number=9, team="Nord 1", paid=True)
    register(event, entry, by=None)
    with override(language):
        content = write("Teilnehmer", DATA_FILES[0].table_for(event, QueryDict(), ()).as_values())
    (row,) = read_text(text_of_file("liste", content).text).rows
    assert (row.first_name, row.last_name, row.club, row.number) == ("Petra", "Sommer", "RC Nord", 9)
    assert (row.team, row.paid, row.publish_name, row.faults) == ("Nord 1", True, False, {})


@pytest.mark.parametrize("text", FORMULAS)
def test_text_that_a_spreadsheet_would_run_is_escaped(text: str) -> None:
    table: Sheet = ("T", [["Name"], [text]])
    assert read_csv(as_csv(*table))[1][0].startswith("'")
    cell = load_workbook(BytesIO(as_xlsx(*table))).worksheets[0]["A2"]
    assert cell.data_type == "s"
    assert str(cell.value).startswith("'")


def test_numbers_below_zero_are_no_formulas() -> None:
    table: Sheet = ("T", [["Betrag", "Punkte", "Halbe"], [Decimal("-0.14"), -7, Fraction(-5, 2)]])
    assert read_csv(as_csv(*table))[1] == ["-0,14", "-7", "-2,5"]
    sheet = load_workbook(BytesIO(as_xlsx(*table))).worksheets[0]
    assert [cell.value for cell in sheet[2]] == [-0.14, -7, -2.5]


def test_amounts_and_times_are_values_in_xlsx_and_german_text_in_csv() -> None:
    at = datetime(2026, 10, 17, 9, 5, 59, tzinfo=ZoneInfo("Europe/Berlin"))
    table: Sheet = ("T", [["Zeit", "Eingang", "Ausgang"], [at, Decimal("1234.50"), None], [at, None, Decimal("0.05")]])
    assert read_csv(as_csv(*table))[1:] == [["17.10.2026 09:05", "1234,50", ""], ["17.10.2026 09:05", "", "0,05"]]
    sheet = load_workbook(BytesIO(as_xlsx(*table))).worksheets[0]
    assert [cell.data_type for cell in sheet[2]] == ["d", "n", "n"]
    assert sheet["A2"].value == datetime(2026, 10, 17, 9, 5)  # noqa: DTZ001 - as spreadsheets keep it
    assert sheet["B2"].value + sheet["C3"].value == pytest.approx(1234.55)
    assert (sheet["A2"].number_format, sheet["C3"].number_format) == ("dd.mm.yyyy hh:mm", "#,##0.00")


@given(st.text(max_size=30))
def test_no_text_begins_like_a_formula_whatever_it_is(text: str) -> None:
    cell = str(safe(text))
    assert not cell.startswith(STARTS)
    assert not cell.strip().startswith(STARTS)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), st.integers(-(10**6), 10**6))
def test_cells_come_out_of_the_file_as_they_went_in(text: str, number: int) -> None:
    table: Sheet = ("T", [["Text", "Zahl"], [text, number]])
    assert read_csv(as_csv(*table))[1] == [str(safe(text)), str(number)]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20), st.integers(-(10**6), 10**6))
def test_numbers_stay_numbers_and_no_text_breaks_the_workbook(text: str, number: int) -> None:
    sheet = load_workbook(BytesIO(as_xlsx("T", [["Text", "Zahl"], [text, number]]))).worksheets[0]
    assert sheet["B2"].value == number
    assert sheet["A2"].data_type in ("s", "n", "inlineStr")  # n: an empty cell


def test_csv_opens_rightly_in_german_excel() -> None:
    content = as_csv("T", [["Größe", "Zahl"], ["Änne; Öztürk", -31]])
    assert content == '\ufeffGröße;Zahl\r\n"Änne; Öztürk";-31\r\n'.encode()


@pytest.fixture
def played(event: models.Event, series: models.Series) -> models.Event:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    return event


def address(event: models.Event, table: str, kind: str) -> str:
    return f"/leitung/{event.slug}/tabellen/{table}.{kind}"


def saved(client: Client, event: models.Event, table: str, kind: str = "csv") -> list[list[str]]:
    response = client.get(address(event, table, kind))
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="{event.slug}-{table}.{kind}"'
    assert "no-store" in response["Cache-Control"]
    if kind == "csv":
        return read_csv(response.content)
    rows = load_workbook(BytesIO(response.content)).worksheets[0].iter_rows(values_only=True)
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_participants_are_named_in_full_with_their_own_columns(
    official: Client, event: models.Event, kind: str
) -> None:
    models.Player.objects.filter(registrations__number=3).update(last_name="=HYPERLINK(1)")
    head, *rows = saved(official, event, "teilnehmer", kind)
    assert head[:5] == ["Startnummer", "Nachname", "Vorname", "Club", "Mannschaft"]
    assert rows[0][:4] == ["1", "Spieler1", "Vera1", "Rommé-Club 1"]
    assert rows[2][1] == "'=HYPERLINK(1)"
    assert len(rows) == 8


def test_seats_rows_and_standings_are_those_of_the_program(official: Client, played: models.Event) -> None:
    assert saved(official, played, "sitzplaetze")[5] == ["1", "2", "1", "5", "Vera5 Spieler5", "Rommé-Club 1"]
    rows = saved(official, played, "listen")
    assert len(rows) == 1 + 2 * 2 * 4
    assert rows[1] == ["1", "1", "1", "1", "1", "Vera1 Spieler1", "0", "ja", ""]
    assert rows[2][6:] == ["20", "", ""]
    head, *lines = saved(official, played, "rangliste")
    assert head[:5] == ["Rang", "Startnummer", "Name", "Club", "Serie 1"]
    assert lines[0][:3] == ["1", "1", "Vera1 Spieler1"]
    assert int(lines[0][4]) < 0


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_teams_of_the_standings_are_a_table_of_their_own(
    official: Client, event: models.Event, series: models.Series, kind: str
) -> None:
    for name, numbers in (("Die Asse", (3, 4)), ("=1+1", (1, 2))):
        create_team(event, name, list(event.registrations.filter(number__in=numbers)), by=None)
    make_checked(list_of(series, 1))
    make_checked(list_of(series, 2))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    head, *lines = saved(official, event, "mannschaften", kind)
    assert head[:4] == ["Rang", "Mannschaft", "Mitglieder", "Listen"]
    assert [line[:4] for line in lines] == [
        ["1", "'=1+1", "1 Vera1 Spieler1, 2 Vera2 Spieler2", "2"],
        ["2", "Die Asse", "3 Vera3 Spieler3, 4 Vera4 Spieler4", "2"],
    ]
    assert int(lines[0][6]) < int(lines[1][6])
    page = official.get(reverse("organiser:print_page", args=[event.slug])).content.decode()
    assert address(event, "mannschaften", kind) in page


def test_standings_are_empty_before_they_are_released(official: Client, event: models.Event) -> None:
    assert len(saved(official, event, "rangliste")) == 1
    assert len(saved(official, event, "mannschaften")) == 1


def test_no_number_of_an_address_is_written_with_an_exponent(event: models.Event) -> None:
    chosen = ListFilter(QueryDict("serie=1e2&tisch=-1e2"), event)
    assert {*chosen.form.errors} == {"serie", "tisch"}


@pytest.mark.parametrize(("table", "kind"), [("kasse-x", "csv"), ("teilnehmer", "odt")])
def test_unknown_tables_are_not_found(official: Client, event: models.Event, table: str, kind: str) -> None:
    assert official.get(address(event, table, kind)).status_code == 404


def test_tables_are_for_officials_of_the_event_only(client: Client, event: models.Event, cast: Cast) -> None:
    url = address(event, "teilnehmer", "csv")
    assert client.get(url).status_code == 302
    assert signed_in(cast.frieda).get(url).status_code == 404


def test_ods_holds_numbers_times_and_texts_as_a_reader_of_ods_finds_them() -> None:
    at = datetime(2026, 1, 6, 19, 30, tzinfo=UTC)
    lines: list[list[Cell]] = [["Name", "Wert", "um"], ["=1+1 & <b>", Decimal("850.50"), at], ["Ä\x07", 3, None]]
    (sheet,) = read_workbook(as_ods("Saison <1>", lines), rows_max=10, columns_max=10)
    rows = [[row[place] for place in sorted(row)] for row in sheet.rows.values()]
    assert rows[0] == ["Name", "Wert", "um"]
    assert rows[1][:2] == ["'=1+1 & <b>", "850.5"]
    assert "2026" in rows[1][2]
    assert rows[2] == ["Ä", "3"]
