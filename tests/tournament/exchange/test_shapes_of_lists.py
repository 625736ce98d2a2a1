"""Lists as clubs really send them (tests/data/lists/shapes.txt): each is read right or asked about.

In the file, the rows of a list follow its text and ">>>": "-" proposed as left out, "? cell" a fault, "! cell" a
doubt, otherwise the names, club, number, payment, team and categories. "not read" and "asks" name a column; "→" is a
tab.
"""

from pathlib import Path

import pytest

from romme_turnier.core.people.columns import Column
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, read_text

CATEGORIES = {"Damen": 1, "Senioren": 2, "Jugend": 3}
SHAPES = (Path(__file__).parents[2] / "data/lists/shapes.txt").read_text(encoding="utf-8").split("### ")[1:]


def written(row: Row) -> str:
    if row.left_out:
        return "-"
    if row.faults:
        return f"? {', '.join(row.faults)}"
    if row.doubts:
        return f"! {', '.join(row.doubts)}"
    names = {key: name for name, key in CATEGORIES.items()}
    categories = ",".join(names[key] for key in sorted(row.categories or ()))
    number = "" if row.number is None else str(row.number)
    paid = "paid" if row.paid else ""
    return "|".join((row.first_name, row.last_name, row.club, number, paid, row.team, categories)).rstrip("|")


def asked(sheet: Sheet) -> list[str]:
    people = sheet.people
    columns: list[Column] = [*people.alike, *people.clashing]
    return [people.headings[place] for column in columns for place in people.alike[column]]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.split("\n")[0])
def test_shape_is_read_right_or_asked_about(shape: str) -> None:
    _title, _line, rest = shape.partition("\n")
    text, _sign, expected = rest.partition(">>>\n")
    text, _words, known = text.replace("→", "\t").partition("first names: ")
    sheet = read_text(text, first_names=known.strip().split(", "), categories=CATEGORIES)
    lines = expected.strip("\n").split("\n")
    rows = [line.rstrip("|") for line in lines if not line.startswith(("not read: ", "asks: "))]
    assert [written(row) for row in sheet.rows] == rows
    for line in lines:
        kind, _colon, heading = line.partition(": ")
        if kind == "not read":
            assert f"„{heading}“" in " ".join(sheet.not_read)
        if kind == "asks":
            assert heading in asked(sheet)


def test_there_are_shapes_of_every_kind() -> None:
    assert len(SHAPES) >= 140
