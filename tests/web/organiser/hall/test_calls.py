"""Calls of tables at the desk: in sight on every page, answered and ended with one click, kept with their times."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls import answer_call, call_official, end_call, take_back_call
from romme_turnier.tournament.seating.series import release_seats
from tests.cast import Cast, make_cast, signed_in
from tests.factories import make_event, one, seat_series

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/saal/rufe/"
NOW = f"{PAGE}jetzt/"


@pytest.fixture
def series(event: models.Event) -> models.Series:
    series = seat_series(event)
    release_seats(series, by=None)
    return series


@pytest.fixture
def call(series: models.Series) -> models.TableCall:
    """Of number 7 at seat 3 of table 2, three minutes ago."""
    made = call_from(series, 2, seat=3, registration=one(series.event, 7), about="list", text="Zwei Summen")
    models.TableCall.objects.update(called_at=timezone.now() - timedelta(minutes=3, seconds=5))
    made.refresh_from_db()
    return made


def call_from(series: models.Series, table: int = 1, **said: Any) -> models.TableCall:
    return call_official(series.tables.get(number=table), **{"about": "rule", **said})


def shown(client: Client, url: str = PAGE) -> str:
    html = client.get(url).content.decode()
    return html.partition("<main")[2].partition("</main>")[0]


def mark(client: Client, url: str) -> str:
    """The words of the mark in the bar."""
    bar = client.get(url).content.decode().partition('<div class="bar__calls"')[2].partition("</div>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", bar.partition(">")[2]).split())


def press(client: Client, call: models.TableCall, what: str) -> str:
    url = reverse(f"organiser:hall_call_{what}", args=["testpokal", call.pk])
    return client.post(url, follow=True).content.decode()


def test_call_says_where_who_what_for_and_how_long(rudi: Client, call: models.TableCall) -> None:
    for url in (PAGE, "/leitung/testpokal/saal/"):
        html = shown(rudi, url)
        for words in ("Tisch 2", "Platz 3", "7 Vera7 Spieler7", "Fehler in der Liste", "„Zwei Summen“", "seit 3 min"):
            assert words in html
        assert "Ich komme" in html


def test_calls_are_in_sight_on_every_page_of_the_event_with_the_longest_wait(
    karl: Client, call: models.TableCall, series: models.Series
) -> None:
    pages = [reverse(f"organiser:{name}", args=["testpokal"]) for name in ("event", "front_desk", "cash", "more")]
    assert {mark(karl, url) for url in pages} == {"1 Ruf , 3 min"}
    call_from(series)
    assert {mark(karl, url) for url in pages} == {"2 Rufe , 3 min"}
    models.TableCall.objects.all().delete()
    assert {mark(karl, url) for url in pages} == {""}


def test_answered_call_is_told_more_quietly_until_it_is_done(karl: Client, call: models.TableCall, cast: Cast) -> None:
    answer_call(call, by=cast.rudi)
    assert mark(karl, PAGE) == "1 Ruf , läuft"
    assert "calls-mark--waits" not in karl.get(PAGE).content.decode()
    end_call(call, by=cast.rudi)
    assert mark(karl, PAGE) == ""


def test_who_comes_is_told_and_how_long_it_took(rudi: Client, call: models.TableCall, cast: Cast) -> None:
    assert "An Tisch 2 steht jetzt, dass Sie kommen." in press(rudi, call, "answer")
    html = shown(rudi)
    assert f"{cast.rudi} kommt" in html
    assert "nach 3 min" in html
    assert "Ich komme" not in html
    assert "Der Ruf von Tisch 2 ist erledigt." in press(rudi, call, "end")
    past = shown(rudi).partition("Frühere Rufe")[2]
    assert f"{cast.rudi}, nach 3 min" in past
    assert "Serie 1, Tisch 2" in past


def test_another_official_takes_over(petra: Client, rudi: Client, call: models.TableCall, cast: Cast) -> None:
    press(rudi, call, "answer")
    assert "Ich übernehme" in shown(petra)
    press(petra, call, "answer")
    call.refresh_from_db()
    assert call.answered_by == cast.petra


def test_mistaken_answer_and_mistaken_end_are_taken_back(rudi: Client, call: models.TableCall) -> None:
    press(rudi, call, "answer")
    assert "Tisch 2 wartet wieder." in press(rudi, call, "take_back_answer")
    press(rudi, call, "end")
    assert "Der Ruf von Tisch 2 ist wieder offen." in press(rudi, call, "take_back_end")
    call.refresh_from_db()
    assert call.is_open
    assert call.answered_by is None


def test_what_no_longer_goes_is_said(rudi: Client, call: models.TableCall) -> None:
    take_back_call(call)
    assert "Der Tisch hat den Ruf zurückgenommen." in press(rudi, call, "answer")
    assert "vom Tisch zurückgenommen" in shown(rudi)


def test_call_leads_to_the_list_to_a_dispute_and_to_a_text_for_the_table(
    rudi: Client, ella: Client, call: models.TableCall
) -> None:
    html = shown(rudi)
    dispute = "/leitung/testpokal/streitfaelle/neu/?serie=1&amp;tisch=2&amp;platz=3"
    assert dispute in html
    assert "/leitung/testpokal/serie/1/tisch/2/" in html
    page = shown(rudi, dispute.replace("&amp;", "&"))
    assert re.search(r'name="seats" value="3"[^>]*checked', page)
    text = "/leitung/testpokal/saal/?tisch=2#durchsagen"
    assert text in html
    assert '<option value="2" selected>' in shown(rudi, text)
    assert "streitfaelle/neu" not in shown(ella)
    models.TableCall.objects.update(about="ill")
    assert "streitfaelle/neu" not in shown(rudi)


def test_official_that_may_not_answer_reads_the_calls_without_buttons(karl: Client, call: models.TableCall) -> None:
    html = shown(karl)
    assert "7 Vera7 Spieler7" in html
    assert "<button" not in html
    assert press(karl, call, "answer").count("Listenerfassung") > 0
    call.refresh_from_db()
    assert call.answered_by is None


def test_call_of_another_event_is_not_there(rudi: Client, series: models.Series) -> None:
    other = make_event(slug="anderes")
    theirs = seat_series(other)
    release_seats(theirs, by=None)
    call = call_from(theirs, text="Kanarienvogel")
    for what in ("answer", "take_back_answer", "end", "take_back_end"):
        url = reverse(f"organiser:hall_call_{what}", args=["testpokal", call.pk])
        assert rudi.post(url).status_code == 404
    assert "Kanarienvogel" not in shown(rudi)
    assert mark(rudi, PAGE) == ""
    assert signed_in(make_cast(other).frieda).get(NOW).status_code == 404


def test_scripts_are_told_what_is_new_and_nothing_else(rudi: Client, series: models.Series) -> None:
    first = rudi.get(NOW)
    assert (first.json()["mark"], first.json()["newest"]) == ("", 0)
    assert rudi.get(NOW, headers={"if-none-match": first["ETag"]}).status_code == 304
    call = call_from(series)
    now = rudi.get(NOW, headers={"if-none-match": first["ETag"]})
    assert (now.status_code, now.json()["newest"]) == (200, call.pk)
    assert now.json()["said"] == "1 Tisch ruft die Spielleitung."
    assert "Ich komme" in now.json()["list"]
    assert rudi.get(NOW, headers={"if-none-match": now["ETag"]}).status_code == 304


def test_text_that_a_player_wrote_is_text_in_what_scripts_are_told(rudi: Client, series: models.Series) -> None:
    call_from(series, about="other", text="<b onclick=x>Hilfe</b>")
    told = rudi.get(NOW).json()["list"]
    assert "<b onclick" not in told
    assert "&lt;b onclick=x&gt;" in told


def test_page_costs_no_more_for_many_calls(rudi: Client, series: models.Series, cast: Cast) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            rudi.get(PAGE)
        return len(queries)

    costs: list[int] = []
    for table in (1, 2):
        done = call_from(series, table, registration=one(series.event, table))
        answer_call(done, by=cast.rudi)
        end_call(done, by=cast.petra)
        waiting = call_from(series, table, registration=one(series.event, table))
        answer_call(waiting, by=cast.rudi)
        costs.append(cost())
    assert costs[0] == costs[1]
