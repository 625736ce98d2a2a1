"""Writing a list on a phone, with script and without."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.seating import seats
from tests.factories import enter, make_official
from tests.tournament.at_table.scene import AtTable, at_table
from tests.web.public.at_table.phone import KEY, joined, numbers, send, url

pytestmark = pytest.mark.django_db


def without_script(table: AtTable, points: tuple[str, ...], *, ended: str, **more: Any) -> dict[str, Any]:
    """Form data of game 1: the text in each seat's field, and the seat that ended the game."""
    cells = {f"s{seat}": text for seat, text in enumerate(points, start=1)}
    return {"game": "1", "expected": "0", "player": numbers(table), "ended": ended, **cells, **more}


def test_game_is_stored_and_the_answer_brings_the_list_and_the_next_game(table: AtTable) -> None:
    answer = send(joined(table, 1, pen=True), table, 1).json()
    assert answer["saved"] == {"version": 1}
    assert "Spiel 2 speichern" in answer["parts"]["form"]
    assert '<span class="finisher">0</span>' in answer["parts"]["part"]
    assert 'Ergebnis, vorläufig</span><span class="sheet__short" aria-hidden="true">bisher<' in answer["parts"]["part"]
    assert table.fresh().games_in == 1


def test_game_that_breaks_a_rule_is_stored_and_said_in_plain_words(table: AtTable) -> None:
    answer = send(joined(table, 1, pen=True), table, 1, "R 1 30 40").json()
    assert "1 Punkt ist nicht möglich" in answer["parts"]["findings"]
    assert "Die Spielleitung entscheidet" in answer["parts"]["findings"]


def test_paragraphs_in_the_answer_lead_to_the_rules_as_on_the_page(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    part = send(pen, table, 1, "R 1 30 40").json()["parts"]["findings"]
    links = re.findall(r'<a href="/regelwerk/#[^"]*">§\xa0[^<]*</a>', part)
    assert links
    assert all(link in pen.get(url(table)).content.decode() for link in links)


def test_form_says_what_each_player_has_come_to_and_who_changes_an_earlier_game_is_told_none(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1, cells="R 20 30 1040")
    page = pen.get(url(table)).content.decode()
    assert re.findall(r'data-sum="(\d+)"', page) == ["0", "20", "30", "1040"]
    assert "data-shown>Summe 1.040<" in page
    assert page.count("data-shown>Summe ") == 4
    assert "data-shown>Summe " not in pen.get(url(table), {"spiel": "1"}).content.decode()


def test_form_and_list_have_the_scoring_points_of_an_event_that_counts_them() -> None:
    table = at_table(slug="wertung", scoring="scoring_points", published_at=timezone.now())
    make_official(table.event)
    pen = joined(table, 1, pen=True)
    parts = send(pen, table, 1, cells="R 8 25 64").json()["parts"]
    assert re.findall(r"data-shown>([^<]*)<", parts["form"]) == [
        *("Wertung 5, Augen 0", "Wertung 3, Augen 8"),
        *("Wertung 1, Augen 25", "Wertung 0, Augen 64"),
    ]
    scored = r'<span class="sheet__scored"><span class="visually-hidden">Wertungspunkte </span>(\d)</span>'
    assert re.findall(scored, parts["part"]) == ["5", "3", "1", "0"]
    assert 'Augenpunkte, vorläufig</span><span class="sheet__short" aria-hidden="true">Augenp.<' in parts["part"]


def test_same_request_twice_is_answered_alike_and_stored_once(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    assert send(pen, table, 1).json()["saved"] == send(pen, table, 1).json()["saved"]
    assert table.spielliste.log.count() == 1


def test_game_that_the_desk_typed_otherwise_is_a_conflict_and_the_same_is_none(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    enter(table.fresh(), 1, "0 21 30 40")
    answer = send(pen, table, 1)
    assert (answer.status_code, answer.json()["error"], answer.json()["version"]) == (409, "conflict", 1)
    assert send(pen, table, 1, "R 21 30 40", key=KEY).json()["saved"] == {"version": 1}


def test_phone_that_only_reads_writes_nothing(table: AtTable) -> None:
    joined(table, 1, pen=True)
    answer = send(joined(table, 2), table, 1)
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert table.fresh().games_in == 0


def test_pen_that_was_taken_over_is_told_and_keeps_reading(table: AtTable) -> None:
    first = joined(table, 1, pen=True)
    joined(table, 2, pen=True)
    assert "Ein anderes Handy" in send(first, table, 1).json()["message"]
    assert "schreibt auf einem anderen Handy" in first.get(url(table)).content.decode()


def test_cells_that_cannot_be_read_are_named(table: AtTable) -> None:
    answer = send(joined(table, 1, pen=True), table, 1, "R zwei 30 40")
    assert (answer.status_code, answer.json()["error"]) == (400, "cells")
    assert "zwei" in answer.json()["cells"][0]["text"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"[" * 10_000,
        b'{"game": "1"}',
        json.dumps({"game": 1, "expected": True, "cells": [], "key": KEY}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": ["9" * 41], "key": KEY}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": [1], "key": KEY}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": ["1"] * 11, "key": KEY}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": ["R"], "key": "short"}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": ["R"], "key": KEY}).encode(),
        json.dumps({"game": 1, "expected": 0, "cells": ["R"], "players": ["1"], "key": KEY}).encode(),
    ],
)
def test_what_the_page_never_sends_is_refused(table: AtTable, body: bytes) -> None:
    pen = joined(table, 1, pen=True)
    answer = pen.post(url(table, "at_table_row"), body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (400, {"error": "broken"})


def test_game_is_written_without_script_too(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    body = without_script(table, ("20", "0", "30", "40"), ended="2")
    page = pen.post(url(table), body, follow=True).content.decode()
    assert "Spiel 1 ist gespeichert" in page
    row = table.spielliste.rows.get()
    assert (row.finisher, row.handromme) == (2, False)


def test_earlier_game_is_changed_without_script_and_handromme_is_marked(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1)
    page = pen.get(url(table), {"spiel": "1"}).content.decode()
    assert "Spiel 1 ändern" in page
    body = without_script(table, ("", "20", "30", "41"), ended="1", expected="1", hand="1")
    pen.post(url(table), body)
    row = table.spielliste.rows.get()
    assert (row.finisher, row.handromme, row.version) == (1, True, 2)


def test_what_cannot_be_saved_without_script_stays_in_the_form(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    body = without_script(table, ("zwanzig", "", "30", "40"), ended="2")
    answer = pen.post(url(table), body)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'value="zwanzig"' in page
    assert "lässt sich nicht lesen. Bitte geben Sie die Punkte als Zahl ein" in page


def test_choices_stay_in_the_form_next_to_values_that_cannot_be_saved(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    body = without_script(table, ("zwanzig", "", "", "40"), ended="2", hand="1")
    page = pen.post(url(table), body).content.decode()
    assert 'name="ended" value="2" checked' in page
    assert 'name="hand" value="1" checked' in page


def test_handromme_is_still_marked_when_a_game_is_changed(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1, "H 20 30 40")
    page = pen.get(url(table), {"spiel": "1"}).content.decode()
    assert 'name="hand" value="1" checked' in page
    assert "checked" not in pen.get(url(table)).content.decode()


def test_nobody_asks_for_the_points_of_a_player_who_left(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1)
    left = {"seat": 4, "from_game": 2, "reason": "krank", "counts": True, "at": timezone.now()}
    models.Vacancy.objects.create(spielliste=table.spielliste, **left)
    page = pen.get(url(table)).content.decode()
    assert page.count("nicht mehr dabei") == 1
    assert '<input class="game__cell" type="hidden" name="s4" value="">' in page
    assert "nicht mehr dabei" not in pen.get(url(table), {"spiel": "1"}).content.decode()
    pen.post(
        url(table),
        without_script(table, ("0", "20", "30", ""), ended="1", game="2"),
    )
    assert table.fresh().whole


def test_game_that_is_stored_already_is_not_called_lost_when_its_answer_was(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1)
    joined(table, 2, pen=True)  # takes the pen before the first phone asks again
    assert send(pen, table, 1).json()["saved"] == {"version": 1}
    pen = joined(table, 1, pen=True)  # joined again: another phone to the program
    assert send(pen, table, 1).json()["saved"] == {"version": 1}
    assert table.spielliste.log.count() == 1


def test_game_says_what_it_demands_where_the_rules_say_it_game_by_game() -> None:
    table = at_table(published_at=timezone.now(), ruleset="contract", slug="contract")
    make_official(table.event)
    page = joined(table, 1, pen=True).get(url(table)).content.decode()
    assert re.search(r"<p data-demand>2 Sätze, 10 Handkarten", page)


def test_players_of_one_name_are_told_apart_by_their_numbers(table: AtTable) -> None:
    page = joined(table, 1, pen=True).get(url(table)).content.decode()
    for seat in table.spielliste.table.seats.all():
        assert f"<span data-who>{seat.registration.number} {seat.registration.hall_name}" in page


def test_offer_to_write_stands_above_the_empty_list_until_somebody_writes(table: AtTable) -> None:
    def is_above(page: str) -> bool:
        return page.index(f'action="{url(table, "at_table_pen")}"') < page.index("<table")

    reader = joined(table, 2)
    assert is_above(reader.get(url(table)).content.decode())
    joined(table, 1, pen=True)
    assert not is_above(reader.get(url(table)).content.decode())


def test_game_is_not_written_to_others_when_seats_were_changed_meanwhile(table: AtTable) -> None:
    pen, shown = joined(table, 1, pen=True), numbers(table)
    here, there = (table.spielliste.table.seats.get(number=number) for number in (2, 3))
    seats.swap(here, there, by=make_official(table.event))
    answer = send(pen, table, 1, players=shown)
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert "sitzt an diesem Tisch jemand anders" in answer.json()["message"]
    body = without_script(table, ("0", "20", "30", "40"), ended="1", player=shown)
    assert "sitzt an diesem Tisch jemand anders" in pen.post(url(table), body).content.decode()
    assert table.fresh().games_in == 0
    assert send(pen, table, 1).json()["saved"] == {"version": 1}


def test_games_waiting_on_a_phone_are_found_when_it_joins_again(table: AtTable) -> None:
    def kept_under(client: Client) -> tuple[str, str]:
        page = client.get(url(table)).content.decode()
        facts = json.loads(page.split('<script id="tisch-angaben" type="application/json">')[1].split("</script>")[0])
        return facts["user"], facts["scope"]

    before = kept_under(joined(table, 1, pen=True))
    phones.reset_access(table.spielliste, by=make_official(table.event))
    assert kept_under(joined(table, 1)) == before


def test_phone_that_does_not_write_yet_is_told_how_to(table: AtTable) -> None:
    assert "tippen Sie zuerst auf" in send(joined(table, 1), table, 1).json()["message"]
