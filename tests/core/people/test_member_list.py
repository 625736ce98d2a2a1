"""Columns of lists of members: by their headings, or days by their cells."""

import pytest

from romme_turnier.core.people.cells import Line
from romme_turnier.core.people.member_list import MemberColumn, member_columns, read_day, read_kind

NUMBER, KIND, SINCE, UNTIL = MemberColumn


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (("Name", "Mitgl.-Nr.", "Eintritt", "Austritt"), {NUMBER: 1, SINCE: 2, UNTIL: 3}),
        (("Nr.", "Name", "Mitgliedsnummer"), {NUMBER: 2}),
        (("Nachname", "Vorname", "Art der Mitgliedschaft", "Mitglied seit"), {KIND: 2, SINCE: 3}),
        (("Name", "Dabei seit"), {SINCE: 1}),
        (("Name", "im Verein seit"), {SINCE: 1}),
        (("Name", "Aufgenommen am", "Ausgeschieden"), {SINCE: 1, UNTIL: 2}),
        (("Name", "Eintrittsjahr"), {SINCE: 1}),
        (("Name", "Telefon"), {}),
    ],
)
def test_columns_are_named_by_their_headings(headings: tuple[str, ...], columns: dict[MemberColumn, int]) -> None:
    assert member_columns(headings, (), None) == columns


def test_days_are_found_without_headings() -> None:
    lines = [Line(1, ("7", "Anna Apel", "1.2.2020", "")), Line(2, ("8", "Otto Kühn", "2021-03-04", "31.12.2024"))]
    assert member_columns(("", "", "", ""), lines, 0) == {NUMBER: 0, SINCE: 2, UNTIL: 3}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1.2.2020", (2020, 2, 1)),
        ("01.02.20", (2020, 2, 1)),
        ("01. 02. 97", (1997, 2, 1)),
        ("2020-02-01 00:00:00", (2020, 2, 1)),
        ("2020", (2020, 1, 1)),
        ("3/2020", (2020, 3, 1)),
        ("03.2020", (2020, 3, 1)),
        ("31.02.2020", (2020, 2, 31)),
        ("irgendwann", None),
        ("", None),
    ],
)
def test_days_are_read_as_people_write_them(text: str, day: tuple[int, int, int] | None) -> None:
    assert read_day(text, this_year=2026) == day


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Mitglied", "full"),
        ("aktiv", "full"),
        ("Jugend (Mitglied)", "young"),
        ("Gastmitglied", "guest"),
        ("Ehrenamt", None),
    ],
)
def test_kinds_are_read_as_people_write_them(text: str, kind: str | None) -> None:
    assert read_kind(text) == kind
