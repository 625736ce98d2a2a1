"""A series of three tables: one writes on phones and confirms on them, one passes a phone round, one keeps to paper."""

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament import models
from tests.browser.entry import sign_in
from tests.browser.lists.hall_of_phones import Desk, Phone, phones, series_of_three_tables
from tests.factories import list_of, make_official, one

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def series(live_server: LiveServer) -> models.Series:
    return series_of_three_tables()


@pytest.fixture
def desk(page: Page, base_url: str, series: models.Series) -> Desk:
    page.set_viewport_size({"width": 1366, "height": 641})
    sign_in(page, make_official(series.event, username="petra"), base_url)
    return Desk(page)


def test_three_tables_play_a_series_on_phones_and_on_paper(
    browser: Browser, base_url: str, series: models.Series, desk: Desk
) -> None:
    players = [one(series.event, number) for number in (1, 2, 3, 6)]
    with phones(browser, base_url, players) as (first, second, third, sixth):
        a_phone_is_lost_in_the_middle_of_a_game(first, second)
        another_takes_the_pen(second, third)
        a_call_is_answered(sixth, desk)
        one_phone_is_passed_round(sixth)
        a_dispute_is_settled(first, second, third, desk)
        desk.types_the_rest_of_the_paper(3, "30 40 0 20")
        desk.looks_at_the_tables()
        desk.compares_with_paper(1, second.word())
        desk.compares_with_paper(2, sixth.word())
        desk.reads_of(3, "nur auf Papier")
        desk.checks_and_releases()
        third.opens_the_start_card()
        third.reads("Rang 9 von 12")
    assert points_at(series, 1) == [[0, 20, 31, 40], [25, 0, 35, 45], [30, 40, 0, 20]]
    assert points_at(series, 2) == points_at(series, 3) == [[0, 20, 30, 40], [25, 0, 35, 45], [30, 40, 0, 20]]


def a_phone_is_lost_in_the_middle_of_a_game(first: Phone, second: Phone) -> None:
    first.scans_the_list()
    first.takes_the_pen()
    first.writes(1, "0 20 30 40")
    first.types(2, "25 0 - -")
    first.is_lost()
    second.scans_the_list()
    second.takes_the_pen_from(first)
    second.writes(2, "25 0 35 45")


def another_takes_the_pen(second: Phone, third: Phone) -> None:
    third.scans_the_list()
    third.takes_the_pen_from(second)
    third.writes(3, "30 40 0 20")
    second.reads("Stimmt die Liste?")


def a_call_is_answered(sixth: Phone, desk: Desk) -> None:
    sixth.scans_the_list()
    sixth.takes_the_pen_from(sixth)
    sixth.calls_for("Frage zu den Regeln")
    sixth.reads("Sie haben um")
    desk.answers_the_call_of(2)
    sixth.reads("Petra kommt.")
    desk.ends_the_call_of(2)
    sixth.reads("Erledigt")
    sixth.goes_back_to_the_list()


def one_phone_is_passed_round(sixth: Phone) -> None:
    sixth.writes(3, "30 40 0 20")
    sixth.confirms()
    sixth.reads("1 von 3 haben bestätigt.")
    sixth.is_passed_to(5)
    sixth.reads("2 von 3 haben bestätigt.")
    sixth.is_passed_to(7)
    sixth.reads("Die Liste ist bestätigt.")


def a_dispute_is_settled(first: Phone, second: Phone, third: Phone, desk: Desk) -> None:
    second.confirms()
    third.contradicts(1, "Ich hatte 31.")
    second.reads("Platz 3 sagt, dass die Liste nicht stimmt (Spiel 1): „Ich hatte 31.“")
    desk.looks_at_the_tables()
    desk.reads_of(1, "Widerspruch", "Platz 3:", "Spiel 1. Ich hatte 31.")
    desk.corrects(1, 1, 3, "31")
    first.scans_the_list()  # on the phone that takes the place of the lost one
    for so_far, phone in enumerate((first, second, third)):
        phone.reads(f"{so_far} von 3 haben bestätigt.")
        phone.confirms()
    second.reads("Die Liste ist bestätigt.")


def points_at(series: models.Series, table: int) -> list[list[int | None]]:
    """Game by game, as stored."""
    entries = models.GameEntry.objects.filter(row__spielliste=list_of(series, table)).order_by("row__number", "seat")
    found = list(entries.values_list("points", flat=True))
    return [found[at : at + 4] for at in range(0, len(found), 4)]
