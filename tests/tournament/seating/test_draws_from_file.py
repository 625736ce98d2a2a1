"""Seating a series from a file: all faults together, each at its line; a file with a fault is not stored."""

import pytest
import tablib

from romme_turnier.tournament.models import Draw
from romme_turnier.tournament.seating.draw_records import comes_out_again, record_of
from romme_turnier.tournament.seating.draws import apply_draw
from romme_turnier.tournament.seating.draws_from_file import propose_from_file, seating_faults
from romme_turnier.tournament.seating.file import read_seating, text_of_file
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.list_files.table_file import FileRefused
from tests.factories import make_event

pytestmark = pytest.mark.django_db

EIGHT = [(1, 1, 5), (1, 2, 6), (1, 3, 7), (1, 4, 8), (2, 1, 1), (2, 2, 2), (2, 3, 3), (2, 4, 4)]


def text_of(rows, heading="Tisch;Platz;Startnummer"):
    return "\n".join([heading, *(";".join(map(str, row)) for row in rows)])


def faults_of(event, rows, heading="Tisch;Platz;Startnummer"):
    read = read_seating(text_of(rows, heading), 1, seats=4)
    return [(one.line, one.words) for one in [*read.faults, *seating_faults(event, 1, read.places)]]


def test_seating_is_what_the_file_says():
    event = make_event(players=8)
    draw = propose_from_file(event, 1, read_seating(text_of(EIGHT), 1, seats=4).places, by=None)
    assert (draw.algorithm, draw.result, draw.numbers) == ("file-1", [[5, 6, 7, 8], [1, 2, 3, 4]], [1, 2])
    assert draw.quality["club_pairs"] == 4
    assert comes_out_again(record_of(draw))
    series = apply_draw(draw, by=None)
    assert series.seats.get(registration__number=7).number == 3


def test_columns_may_stand_in_any_order_with_others_between():
    rows = [(number, "Vera", seat, table) for table, seat, number in EIGHT]
    read = read_seating(text_of(rows, "Start-Nr.\tName\tPlatz\tTisch-Nr.".replace("\t", ";")), 1, seats=4)
    assert not read.faults
    assert read.unused == ("Name",)
    assert (read.places[0].table, read.places[0].seat, read.places[0].number) == (1, 1, 5)


def test_workbook_is_read_as_text_is():
    book = tablib.Dataset(*EIGHT, headers=["Tisch", "Platz", "Startnummer"]).export("xlsx")
    places = read_seating(text_of_file("plan.xlsx", book).text, 1, seats=4).places
    assert [(one.table, one.seat, one.number) for one in places] == EIGHT
    text = text_of(EIGHT).encode("cp1252")
    assert [
        (one.table, one.seat, one.number)
        for one in read_seating(text_of_file("plan.csv", text).text, 1, seats=4).places
    ] == EIGHT


def test_title_above_the_headings_and_a_running_number_next_to_the_start_number_are_ignored():
    rows = [(count, *row) for count, row in enumerate(EIGHT, start=1)]
    read = read_seating("Sitzplan Serie 1\n" + text_of(rows, "Nr.;Tisch;Platz;Startnummer"), 1, seats=4)
    assert [(one.table, one.seat, one.number) for one in read.places] == EIGHT
    assert read.unused == ("Nr.",)


def test_only_lines_of_this_series_count_when_the_file_names_series():
    rows = [(1, *row) for row in EIGHT] + [(2, *row) for row in EIGHT]
    read = read_seating(text_of(rows, "Serie;Tisch;Platz;Startnummer"), 2, seats=4)
    assert (len(read.places), read.others) == (8, 8)


def test_tables_may_have_any_numbers_when_the_hall_names_none():
    event = make_event(players=8)
    rows = [(table * 10, seat, number) for table, seat, number in EIGHT]
    assert propose_from_file(event, 1, read_seating(text_of(rows), 1, seats=4).places, by=None).numbers == [10, 20]


@pytest.mark.parametrize(
    ("line", "row", "words"),
    [
        (2, ("x", 1, 5), "Der Tisch „x“ ist keine Zahl von 1 bis"),
        (2, (1, 5, 5), "Der Platz „5“ ist keine Zahl von 1 bis 4."),
        (2, (1, 1, ""), "Die Startnummer fehlt."),
        (2, (1, 1, 99), "Startnummer 99 gibt es nicht."),
        (9, (2, 4, 5), "Startnummer 5 steht schon in Zeile 2."),
        (9, (1, 1, 4), "Tisch 1, Platz 1 steht schon in Zeile 2."),
    ],
)
def test_fault_is_at_its_line(line, row, words):
    event = make_event(players=8)
    rows = list(EIGHT)
    rows[line - 2] = row
    found = [text for at, text in faults_of(event, rows) if at == line]
    assert any(text.startswith(words) for text in found), found


def test_all_faults_are_reported_together():
    event = make_event(players=9)
    rows = [(1, "eins", 5), *EIGHT[1:7], (2, 4, 77)]
    lines = [line for line, _words in faults_of(event, rows)]
    assert lines[:2] == [2, 9]
    assert None in lines  # 4 and 9 have no seat


def test_file_is_faulty_when_somebody_has_no_seat_or_a_table_has_too_few():
    event = make_event(players=9)
    faults = faults_of(event, [*EIGHT, (3, 1, 9)])
    assert any(line == 10 and "An Tisch 3 säßen nur 1" in words for line, words in faults)
    assert any(line is None and "Ohne Platz sind: 9 Vera9" in words for line, words in faults_of(event, EIGHT))


def test_seats_count_without_a_gap():
    event = make_event(players=7)
    rows = [(1, 1, 5), (1, 2, 6), (1, 4, 7), *EIGHT[4:]]
    assert [words for _line, words in faults_of(event, rows)] == [
        "An Tisch 1 fehlt Platz 3; die Plätze zählen ohne Lücke von 1 an."
    ]


def test_tables_of_the_hall_and_fixed_tables_are_respected():
    event = make_event(players=8, hall_tables="1, 3")
    event.registrations.filter(number=1).update(fixed_table=1)
    words = [words for _line, words in faults_of(event, EIGHT)]
    assert "Startnummer 1 sitzt immer an Tisch 1." in words
    assert "Tisch 2 steht nicht im Saal; dort stehen die Tische 1, 3." in words


def test_nothing_is_stored_when_there_is_a_fault():
    event = make_event(players=9)
    with pytest.raises(TournamentError, match="Ohne Platz"):
        propose_from_file(event, 1, read_seating(text_of(EIGHT), 1, seats=4).places, by=None)
    assert not Draw.objects.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "leer"),
        ("Tisch;Platz\n1;1", "Es fehlen: „Startnummer“"),
        ("Tisch;Tisch;Platz;Nr\n1;1;1;1", "zweimal"),
        ("Tisch;Platz;Nr", "noch niemand"),
        ("Serie;Tisch;Platz;Nr\n3;1;1;1", "Zu Serie 1"),
    ],
)
def test_text_is_refused_when_it_is_no_such_list(text, words):
    with pytest.raises(FileRefused, match=words):
        read_seating(text, 1, seats=4)
