"""Ending a series early, and one list, from their pages."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from tests.factories import enter, list_of, make_event, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    event = make_event(players=12)
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)])
    for table in (1, 2):
        for game in range(1, 10):
            enter(list_of(series, table), game, "0 20 30 40")
    return event


def missing(event: models.Event) -> list[int]:
    lists = models.Spielliste.objects.filter(table__series__event=event).order_by("table__number")
    return [12 - spielliste.games_in for spielliste in lists]


def test_series_ends_early_with_one_form_and_goes_on_with_another(petra: Client, event: models.Event) -> None:
    page = url("series_end_early", event, 1)
    shown = text(petra.get(page))
    assert "Tisch 1: Spiele 10 bis 12" in shown
    assert "Tisch 3 bleibt offen: Auf dieser Liste steht noch kein Spiel." in shown
    assert "steht besser da als andere Tische" in shown
    assert "Grund" in text(petra.post(page, {"tables": ["1-10", "2-10"], "reason": ""}))
    petra.post(page, {"tables": ["1-10", "2-10"], "reason": "Zeit um"})
    assert missing(event) == [0, 0, 12]
    assert "Vorzeitiges Ende zurücknehmen" in text(petra.get(page))
    petra.post(url("series_play_on", event, 1), {"tables": ["1-10"], "reason": "doch Zeit"})
    assert missing(event) == [3, 0, 12]


def test_game_entered_since_the_page_was_made_ends_no_list(petra: Client, event: models.Event) -> None:
    enter(list_of(event.series.get(), 1), 10, "0 20 30 40")
    page = petra.post(url("series_end_early", event, 1), {"tables": ["1-10", "2-10"], "reason": "Zeit um"})
    assert "Inzwischen hat sich eine dieser Listen geändert." in text(page)
    assert missing(event) == [2, 3, 12]


def test_list_ends_early_after_a_preview_and_goes_on(petra: Client, event: models.Event) -> None:
    assert url("list_end_early", event, 1, 1) in petra.get(url("list", event, 1, 1)).content.decode()
    page = url("list_end_early", event, 1, 1)
    said = {"reason": "Zeit um", "version": petra.get(page).context["version"]}
    assert "Die Spiele 10 bis 12 entfallen." in text(petra.post(page, said))
    assert missing(event)[0] == 3, "a preview stores nothing"
    petra.post(page, said | {"confirm": "1"})
    assert missing(event)[0] == 0
    assert "Nach Spiel 9 vorzeitig beendet: Zeit um" in text(petra.get(url("list", event, 1, 1)))
    undo = url("list_play_on", event, 1, 1)
    petra.post(undo, {"reason": "doch Zeit", "version": petra.get(undo).context["version"], "confirm": "1"})
    assert missing(event)[0] == 3
