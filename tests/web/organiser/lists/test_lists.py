"""The lists of a series at the officials' desk."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.entries import SeatClaim
from tests.factories import (
    Role,
    enter,
    fill,
    list_of,
    make_checked,
    make_complete,
    make_event,
    make_official,
    seat_series,
)
from tests.web.organiser.lists.pages import LIST, OVERVIEW, Status, points, shown, signed_in, typed

pytestmark = pytest.mark.django_db


def test_overview_sorts_lists_by_what_needs_attention(client: Client) -> None:
    event = make_event(players=28)
    series = seat_series(event, tables=[list(range(n, n + 4)) for n in range(1, 28, 4)])
    make_checked(list_of(series, 1))
    make_complete(list_of(series, 2))
    make_complete(list_of(series, 3))
    record_hand_in(list_of(series, 3), paper=models.HandIn.Custody.IN, expected=0, by=None)
    enter(list_of(series, 4), 1, "0 20 30 40")
    enter(list_of(series, 5), 1, "0 1 30 40")
    entries.declare_invalid(list_of(series, 7), expected=None, by=None, reason="verloren")
    page = shown(signed_in(client, event), OVERVIEW)
    assert [int(n) for n in re.findall(r">Tisch&nbsp;(\d+)</a>", page)] == [5, 4, 2, 3, 6, 1, 7]


def test_overview_is_sorted_by_a_click_and_saved_in_that_order(director: Client, series: models.Series) -> None:
    seat_series(series.event, 2)
    make_complete(list_of(series, 2))
    page = shown(director, f"{OVERVIEW}?sortiert=-table")
    assert re.findall(r">Tisch&nbsp;(\d+)</a>", page) == ["2", "1"]
    assert '<a href="?sortiert=table" aria-current="true">Tisch&nbsp;▼</a>' in page
    (address,) = re.findall(r'href="([^"]+\.csv[^"]*)"', page)
    rows = director.get(address.replace("&amp;", "&")).content.decode("utf-8-sig").splitlines()
    assert [row.split(";")[:3] for row in rows[1:]] == [["1", "2", "vollständig"], ["1", "1", "noch am Tisch"]]


def test_overview_counts_sums_that_differ(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    entries.save_claims(spielliste, {2: SeatClaim(total=204, finished=1)}, expected=None, by=None)
    assert '<span class="problem">2</span>' in shown(director, OVERVIEW)


def test_table_number_leads_to_its_list(director: Client, series: models.Series) -> None:
    assert director.get(OVERVIEW + "?tisch=2").headers["Location"] == "/leitung/testpokal/serie/1/tisch/2/"


def test_empty_table_field_says_what_to_type_and_which_lists_are_missing(
    director: Client, series: models.Series
) -> None:
    make_complete(list_of(series, 1))
    page = shown(director, f"{OVERVIEW}tisch/?tisch=&von=1")
    assert "Bitte geben Sie die Tischnummer ein" in page
    assert 'Noch einzugeben: <a href="/leitung/testpokal/serie/1/tisch/2/">Tisch 2</a></p>' in page


@pytest.mark.parametrize("wrong", ["70", "zwei", "2a"])
def test_wrong_table_number_says_which_there_are(director: Client, series: models.Series, wrong: str) -> None:
    page = shown(director, f"{OVERVIEW}?tisch={wrong}")
    assert f"Tisch {wrong} gibt es in dieser Serie nicht. Vorhanden: 1, 2." in page


def test_overview_before_the_draw_offers_it(director: Client) -> None:
    assert "Noch keine Listen" in shown(director, "/leitung/testpokal/serie/3/listen/")


def test_overview_costs_a_fixed_number_of_queries(director: Client, series: models.Series) -> None:
    with CaptureQueriesContext(connection) as queries:
        shown(director, OVERVIEW)
    assert len(queries) <= 24  # nine for the bar, of these one for tables that call and two for offices and organisers


def test_lists_without_faults_are_checked_by_one_button(director: Client, series: models.Series) -> None:
    make_complete(list_of(series, 1))
    make_complete(list_of(series, 2), {7: "0 20 1 40"})
    assert "Alle ohne Fehler als geprüft (1)" in shown(director, OVERVIEW)
    page = director.post(OVERVIEW + "geprueft/", follow=True).content.decode()
    assert "Geprüft sind jetzt: Tisch 1." in page
    assert "Alle ohne Fehler" not in page
    assert [list_of(series, table).status for table in (1, 2)] == [Status.CHECKED, Status.COMPLETE]


def test_who_may_not_check_is_not_offered_it(
    client: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    make_complete(spielliste)
    assert "Alle ohne Fehler" not in shown(signed_in(client, event, Role.ENTRY), OVERVIEW)


def test_check_goes_on_to_the_next_list_that_waits_for_it(director: Client, series: models.Series) -> None:
    for table in (1, 2):
        make_complete(list_of(series, table))
    assert 'id="pruefen" autofocus' in shown(director, LIST)
    answer = director.post(LIST + "geprueft/", {"version": list_of(series, 1).version})
    assert answer.headers["Location"] == LIST.replace("tisch/1", "tisch/2")
    answer = director.post(LIST.replace("tisch/1", "tisch/2") + "geprueft/", {"version": list_of(series, 2).version})
    assert answer.headers["Location"] == OVERVIEW


def test_list_that_is_checked_twice_says_so_and_goes_on(director: Client, series: models.Series) -> None:
    for table in (1, 2):
        make_complete(list_of(series, table))
    sent = {"version": list_of(series, 1).version}
    director.post(LIST + "geprueft/", sent)
    again = director.post(LIST + "geprueft/", sent, follow=True)
    assert again.redirect_chain[-1][0] == LIST.replace("tisch/1", "tisch/2")
    assert "Die Liste von Tisch 1 ist schon geprüft." in again.content.decode()
    assert list_of(series, 1).revisions.count() == 2


def test_one_word_for_the_state_of_a_list_wherever_it_is_told(director: Client, series: models.Series) -> None:
    enter(list_of(series, 1), 1, "0 20 30 40")
    record_hand_in(list_of(series, 2), paper=models.HandIn.Custody.IN, expected=0, by=None)
    pages = [shown(director, f"/leitung/testpokal/serie/1/{path}") for path in ("", "listen/", "abgabe/")]
    for page in pages:
        assert sorted(re.findall(r"</span>(angefangen|abgegeben)</span>", page))[::-1] == ["angefangen", "abgegeben"]
    assert "angefangen</span>" in shown(director, LIST)


# Rights


PATHS = [
    OVERVIEW,
    LIST,
    LIST + "verlauf/",
    LIST + "strafpunkte/",
    LIST + "entscheidung/",
    LIST + "platz-verlassen/",
    LIST + "ungueltig/",
    LIST + "wieder-gueltig/",
    LIST + "zuruecknehmen/",
    LIST + "plaetze/",
]


@pytest.mark.parametrize("path", PATHS)
def test_strangers_find_nothing(client: Client, series: models.Series, path: str) -> None:
    assert client.get(path).status_code == 302
    client.force_login(make_official(make_event(slug="anderer"), username="fremd"))
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["tisch/9/", "tisch/1/strafpunkte/99/", "tisch/1/entscheidung/3/"])
def test_what_is_not_there_is_not_found(director: Client, series: models.Series, path: str) -> None:
    assert director.get(f"/leitung/testpokal/serie/1/{path}").status_code == 404


def test_series_beyond_the_event_is_not_found(director: Client) -> None:
    assert director.get("/leitung/testpokal/serie/4/listen/").status_code == 404


@pytest.mark.parametrize("path", PATHS[3:])
def test_decisions_need_the_right_to_rule(
    client: Client, event: models.Event, series: models.Series, path: str
) -> None:
    assert signed_in(client, event, Role.ENTRY).get(path).status_code == 403
    assert signed_in(client, event, Role.REFEREE).get(path).status_code == 200


def test_cashier_may_look_but_not_enter(client: Client, event: models.Event, series: models.Series) -> None:
    cashier = signed_in(client, event, Role.CASHIER)
    assert 'class="cell"' not in shown(cashier)
    assert cashier.post(LIST, {}).status_code == 403


def test_checked_list_is_changed_only_with_the_right_to_rule(
    client: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    page = shown(signed_in(client, event))
    make_checked(spielliste)
    entry = signed_in(client, event, Role.ENTRY)
    assert 'class="cell"' not in shown(entry)
    fields = typed(page, 1, "0 25 30 40") | {"reason": "x"}
    assert entry.post(LIST, fields).status_code == 403
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_only_referee_and_director_check(client: Client, event: models.Event, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    spielliste.refresh_from_db()
    fields = {"version": spielliste.version}
    assert signed_in(client, event, Role.ENTRY).post(LIST + "geprueft/", fields).status_code == 403
    assert signed_in(client, event, Role.REFEREE).post(LIST + "geprueft/", fields).status_code == 302


# Other rule systems


def test_treppenromme_has_no_finisher_and_no_bonus(client: Client) -> None:
    event = make_event(players=2, ruleset="treppenromme", games_per_list=3)
    spielliste = list_of(seat_series(event, tables=[[1, 2]]))
    director = signed_in(client, event)
    director.post(LIST, typed(shown(director), 1, "0 75"))
    assert points(spielliste, 1) == [0, 75]
    assert "Handrommé" not in shown(director).split("<tfoot>")[1].split("</tfoot>")[0]


def test_table_of_six_is_six_columns(client: Client) -> None:
    event = make_event(players=6, ruleset="rommee", games_per_list=6)
    seat_series(event, tables=[[1, 2, 3, 4, 5, 6]])
    assert "sheet--6" in shown(signed_in(client, event))


def test_long_name_above_a_list_is_parted_with_a_hyphen_where_it_has_to_be(
    director: Client, spielliste: models.Spielliste
) -> None:
    player = models.Player.objects.get(registrations__number=1)
    player.last_name = "Stubenrauch"
    player.save()
    page = shown(director, LIST)
    assert 'Stu<i class="shy"></i>ben<i class="shy"></i>rauch</span>' in page
    assert 'title="Vera1 Stubenrauch"' in page
