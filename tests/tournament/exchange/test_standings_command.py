"""`manage.py standings`: the sample event gives the sample standings."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

DATA = Path(__file__).parents[2] / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "herbstpokal-2026.standings.json").read_text())
SLUG = "herbstpokal-2026"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sample() -> None:
    call_command("import_event", str(DATA / f"{SLUG}.json"), stdout=io.StringIO())


def printed(*arguments: str) -> str:
    said = io.StringIO()
    call_command("standings", *arguments, stdout=said)
    return said.getvalue()


def test_sample_event_gives_the_sample_standings_after_each_series_and_of_teams() -> None:
    for after in ("1", "2", "3"):
        rows = json.loads(printed(SLUG, "--after-series", after, "--format", "json"))
        assert rows == EXPECTED["players"][after]
    assert json.loads(printed(SLUG, "--format", "json")) == EXPECTED["players"]["3"]
    assert json.loads(printed(SLUG, "--teams", "--format", "json")) == EXPECTED["teams"]


def test_text_is_a_table_with_a_line_for_each_player() -> None:
    heading, columns, *rows = printed(SLUG).splitlines()
    assert heading == "Herbstpokal 2026, Stand nach Serie 3"
    assert columns.split() == ["Platz", "Nr.", "Name", "Club", "Listen", "beendet", "Handr.", "Ergebnis"]
    assert len(rows) == 38
    assert rows[-1].split()[0] == "–"
    assert "Mannschaft 6" in printed(SLUG, "--teams")


@pytest.mark.parametrize(
    ("slug", "order", "first", "second"),
    [
        ("elf-spielerinnen", [4, 1, 2, 3, 5, 7, 6, 9, 11, 8, 10], [147, 82], [92, 153]),
        ("zwoelf-einer-ging", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12], [265, 411], [400, 358]),
    ],
)
def test_events_that_were_played_keep_the_order_that_was_published(
    slug: str, order: list[int], first: list[int], second: list[int]
) -> None:
    call_command("import_event", str(DATA / f"{slug}.json"), stdout=io.StringIO())
    rows = json.loads(printed(slug, "--format", "json"))["rows"]
    assert [row["number"] for row in rows if row["rank"]] == order  # a player that left after a series has no rank
    assert [row["series"] for row in rows[:2]] == [first, second]


def test_unknown_event_and_series_are_refused() -> None:
    with pytest.raises(CommandError, match=SLUG):
        printed("fruehjahrspokal")
    with pytest.raises(CommandError, match="3 Serien"):
        printed(SLUG, "--after-series", "4")
