"""Requests of the entry page during typing, and their answers."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries as lists_entries
from tests.factories import (
    Role,
    enter,
    fill,
    list_of,
    make_checked,
    make_complete,
    make_official,
)

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status
LIST = "/leitung/testpokal/serie/1/tisch/1/"
GO = "/leitung/testpokal/serie/1/listen/tisch/"
KEY = "0123456789abcdef" * 2


@pytest.fixture
def ella(client: Client, series: models.Series) -> Client:
    client.force_login(make_official(series.event, Role.ENTRY, "ella"))
    return client


def send(client: Client, what: str, expecting: int = 200, **body: Any) -> dict[str, Any]:
    response = client.post(f"{LIST}{what}/", json.dumps(body), content_type="application/json")
    assert response.status_code == expecting, response.content.decode()
    return dict(response.json())


def row(client: Client, game: int, cells: str, expecting: int = 200, **more: Any) -> dict[str, Any]:
    texts = ["" if text == "-" else text for text in cells.split()]
    body = {"game": game, "cells": texts, "expected": 0, "key": KEY, **more}
    return send(client, "zeile", expecting, **body)


def sums(client: Client, totals: str, expected: str, expecting: int = 200) -> dict[str, Any]:
    return send(client, "summen", expecting, cells=[*totals.split(), *[""] * 8], expected=expected)


def points(spielliste: models.Spielliste, game: int) -> list[int | None]:
    entries = models.GameEntry.objects.filter(row__spielliste=spielliste, row__number=game)
    return list(entries.order_by("seat").values_list("points", flat=True))


# A row


def test_row_is_saved_and_the_answer_tells_its_version_findings_and_sums(
    ella: Client, spielliste: models.Spielliste
) -> None:
    answer = row(ella, 3, "0 20 1 40")
    assert points(spielliste, 3) == [0, 20, 1, 40]
    assert answer["saved"] == {"version": 1}
    told = answer["rows"][2]
    assert (told["version"], told["wrong"], told["sign"]) == (1, [3], "▲")
    assert told["lines"] == ["Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§\N{NO-BREAK SPACE}8.2)"]
    assert answer["sums"][0] == ["0", "20", "1", "40"]
    assert answer["list"]["kind"] == "problem"


def test_same_request_sent_five_times_is_saved_once(ella: Client, spielliste: models.Spielliste) -> None:
    versions = [row(ella, 3, "0 20 30 40")["saved"]["version"] for _time in range(5)]
    assert versions == [1] * 5
    assert models.LogEntry.objects.filter(what="row").count() == 1


def test_key_that_comes_back_with_another_row_is_refused(ella: Client, spielliste: models.Spielliste) -> None:
    row(ella, 3, "0 20 30 40")
    assert row(ella, 3, "0 20 30 41", expecting=409)["error"] == "refused"
    assert points(spielliste, 3) == [0, 20, 30, 40]


def test_outdated_row_is_a_conflict_with_what_is_stored(ella: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 3, "0 21 31 41")
    answer = row(ella, 3, "0 20 30 40", expecting=409)
    assert answer["error"] == "conflict"
    assert (answer["rows"][2]["cells"], answer["rows"][2]["version"]) == (["0", "21", "31", "41"], 1)
    assert points(spielliste, 3) == [0, 21, 31, 41]


def test_outdated_row_that_says_the_same_is_no_conflict(ella: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 3, "0 20 30 40")
    assert row(ella, 3, "R 20 30 40")["saved"] == {"version": 1}


def test_unreadable_cells_are_named_by_their_seat(ella: Client, spielliste: models.Spielliste) -> None:
    answer = row(ella, 3, "0 2o 30/ 40", expecting=400)
    assert [cell["seat"] for cell in answer["cells"]] == [2, 3]
    assert "„2o“ lässt sich nicht lesen" in answer["cells"][0]["text"]
    assert points(spielliste, 3) == []


@pytest.mark.parametrize(
    "broken",
    [
        {"game": "3"},
        {"game": True},
        {"game": -1},
        {"cells": "0 20 30 40"},
        {"cells": ["0", "20", "30"]},
        {"cells": ["0", "20", "30", 40]},
        {"cells": ["0", "20", "30", "4" * 41]},
        {"expected": None},
        {"key": ""},
        {"key": "x" * 65},
    ],
)
def test_what_the_page_never_sends_is_refused(
    ella: Client, spielliste: models.Spielliste, broken: dict[str, Any]
) -> None:
    whole = {"game": 3, "cells": ["0", "20", "30", "40"], "expected": 0, "key": KEY}
    assert send(ella, "zeile", 400, **{**whole, **broken}) == {"error": "broken"}
    assert not spielliste.rows.exists()


@pytest.mark.parametrize("body", ["", "[]", "{", "null", "\x00"])
def test_body_that_is_no_object_is_refused(ella: Client, spielliste: models.Spielliste, body: str) -> None:
    assert ella.post(f"{LIST}zeile/", body, content_type="application/json").status_code == 400


def test_body_that_is_nested_without_end_is_refused(ella: Client, spielliste: models.Spielliste) -> None:
    for body in ("[" * 100_000, '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}"):
        assert ella.post(f"{LIST}zeile/", body, content_type="application/json").status_code == 400


def test_row_of_a_list_completed_meanwhile_is_refused_with_the_list_s_state(
    ella: Client, spielliste: models.Spielliste
) -> None:
    make_complete(spielliste)
    answer = row(ella, 3, "0 20 30 41", expecting=409, expected=1)
    assert answer["error"] == "refused"
    assert "abgeschlossen" in answer["message"]
    assert answer["list"]["open"] is False


def test_row_of_a_closed_series_is_refused(ella: Client, series: models.Series, spielliste: models.Spielliste) -> None:
    series.closed_at = timezone.now()
    series.save()
    answer = row(ella, 3, "0 20 30 40", expecting=409)
    assert "Die Serie ist abgeschlossen" in answer["message"]


def test_checked_list_is_not_for_those_who_only_enter(ella: Client, spielliste: models.Spielliste) -> None:
    make_checked(spielliste)
    response = ella.post(f"{LIST}zeile/", "{}", content_type="application/json")
    assert response.status_code == 403


def test_script_is_told_in_json_why_there_is_no_row_for_it(series: models.Series) -> None:
    """Only then it knows that the answer is this program's: see static/js/entry/send.js."""
    body: dict[str, Any] = {"game": 1, "cells": ["0", "20", "30", "40"], "expected": 0, "key": KEY}
    stranger, watcher, forged = Client(), Client(), Client(enforce_csrf_checks=True)
    watcher.force_login(make_official(series.event, Role.CASHIER, "kim"))
    assert send(stranger, "zeile", 401, **body) == {"error": "signed_out"}
    assert send(watcher, "zeile", 403, **body) == {
        "error": "forbidden",
        "message": "Für diesen Schritt brauchen Sie das Recht: Spielleitung, Schiedsrichter oder Listenerfassung. "
        "Die Spielleitung kann es Ihnen geben.",
    }
    assert send(forged, "zeile", 401, **body) == {"error": "signed_out"}  # without cookies there is no token either
    forged.force_login(make_official(series.event, Role.ENTRY, "ella"))
    assert send(forged, "zeile", 403, **body)["message"] == "Die Seite ist nicht mehr gültig. Bitte laden Sie sie neu."
    watcher.force_login(make_official(None, username="fremd"))
    assert send(watcher, "zeile", 404, **body) == {"error": "gone"}


def test_row_costs_a_fixed_number_of_statements(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste, {3: "37/87 0 40 50"})
    with CaptureQueriesContext(connection) as queries:
        row(ella, 4, "0 21 30 40", expected=1)
    assert len(queries) <= 36


# The closing row


def test_sums_are_saved_and_differences_come_back_drawn(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    answer = sums(ella, "0 250 360 480", "|" * 11)
    assert list(spielliste.claims.order_by("seat").values_list("total", flat=True)) == [0, 250, 360, 480]
    assert "Platz 2" in answer["claims"]["lines"][0][0]
    assert 'id="abweichungen"' in answer["fragments"]["differences"]
    assert 'name="csrfmiddlewaretoken"' in answer["fragments"]["differences"]
    assert "§\N{NO-BREAK SPACE}2.2.5" in answer["fragments"]["differences"]
    assert "§ 2" not in answer["fragments"]["differences"]
    assert answer["saved"]["version"] == answer["claims"]["version"]
    spielliste.refresh_from_db()
    assert f'name="version" value="{spielliste.version}"' in answer["fragments"]["differences"]


def test_sums_sent_again_are_saved_once(ella: Client, spielliste: models.Spielliste) -> None:
    for _time in range(3):
        sums(ella, "0 250 360 -5", "|" * 11)
    assert models.LogEntry.objects.filter(what="claims").count() == 1


def test_sums_that_somebody_else_changed_are_a_conflict(ella: Client, spielliste: models.Spielliste) -> None:
    lists_entries.save_claims(spielliste, {1: lists_entries.SeatClaim(total=7)}, expected=None, by=None)
    answer = sums(ella, "0 250 360 480", "|" * 11, expecting=409)
    assert answer["error"] == "conflict"
    assert answer["claims"]["cells"][0] == "7"


def test_sum_that_is_no_number_is_named(ella: Client, spielliste: models.Spielliste) -> None:
    assert sums(ella, "0 2x 360 480", "|" * 11, expecting=400)["cells"] == [{"field": "total", "seat": 2}]


# The whole list


def test_list_is_completed_under_the_version_that_was_seen(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    answer = send(ella, "fertig", expected=spielliste.version)
    assert list_of(spielliste.table.series).status == Status.COMPLETE
    assert answer["list"]["word"] == "vollständig"


def test_completing_twice_with_one_version_is_no_conflict(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    for _time in range(2):
        send(ella, "fertig", expected=spielliste.version)
    assert spielliste.revisions.count() == 1


def test_completing_an_outdated_list_is_a_conflict(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    seen = spielliste.version
    enter(spielliste, 3, "0 21 30 40", expected=1)
    assert send(ella, "fertig", 409, expected=seen)["error"] == "conflict"


def test_completing_a_list_with_open_games_says_which(ella: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste, {3: "0 20 - 40".replace("-", "?")})
    answer = send(ella, "fertig", 409, expected=spielliste.version)
    assert answer["message"] == "Spiel 3 fehlt noch."


def test_state_of_a_list_is_told_to_who_may_see_it(ella: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 3, "0 21 31 41")
    assert ella.get(f"{LIST}stand/").json()["rows"][2]["cells"] == ["0", "21", "31", "41"]


# The next list


@pytest.mark.parametrize("typed", ["1", "S1T1", "http://saal/t/testpokal/serie/1/tisch/1/"])
def test_table_number_or_scanned_list_opens_a_list_that_waits(
    ella: Client, spielliste: models.Spielliste, typed: str
) -> None:
    enter(spielliste, 1, "0 20 30 40")
    assert ella.get(GO, {"tisch": typed}).headers["Location"] == LIST


def test_table_number_of_a_list_that_is_in_shows_its_names_first(ella: Client, spielliste: models.Spielliste) -> None:
    make_checked(spielliste)
    page = ella.get(GO, {"tisch": "1", "von": "2"}).content.decode()
    assert "Diese Liste ist schon eingegeben: geprüft." in page
    assert '<span class="whose__name">Vera4 Spieler4</span>' in page
    assert "Zurück zu Tisch 2" in page
    assert ella.get(GO, {"tisch": "", "doch": "1"}).headers["Location"] == LIST


@pytest.mark.parametrize("wrong", ["17", "zwei", "²", "-1"])
def test_table_number_that_does_not_exist_says_which_do(
    ella: Client, spielliste: models.Spielliste, wrong: str
) -> None:
    page = ella.get(GO, {"tisch": wrong}).content.decode()
    assert f"Tisch {wrong} gibt es in dieser Serie nicht. Vorhanden: 1, 2." in page


def test_state_of_a_corrected_list_says_how_many_players_are_still_to_be_informed(
    ella: Client, spielliste: models.Spielliste
) -> None:
    petra = make_official(spielliste.table.series.event, username="petra")
    make_complete(spielliste)
    enter(spielliste, 1, "0 99 30 40", by=petra, reason="verlesen")
    response = ella.get(f"{LIST}stand/")
    assert response.status_code == 200
    assert "1 Spieler ist noch zu unterrichten" in response.json()["fragments"]["steps"].replace("\xa0", " ")
