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


def test_unknown_event_and_series_are_refused() -> None:
    with pytest.raises(CommandError, match=SLUG):
        printed("fruehjahrspokal")
    with pytest.raises(CommandError, match="3 Serien"):
        printed(SLUG, "--after-series", "4")
