"""A table keeps its list on a phone: getting in with the PIN, writing, confirming."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.at_table.access import MOST_WRONG, pin_of
from romme_turnier.tournament.at_table.phones import reset_access
from romme_turnier.tournament.at_table.statements import word_of
from romme_turnier.tournament.hall.calls import answer_call
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating import seats
from romme_turnier.tournament.shared.public_pages import invalidate_public_pages
from tests.cast import signed_in
from tests.factories import enter, list_of, make_checked, make_official
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db
KEY = "k" * 32


@pytest.fixture
def table() -> AtTable:
    made = at_table(published_at=timezone.now())
    make_official(made.event)  # the program has been set up
    return made


def url(table: AtTable, name: str = "at_table", number: int = 1) -> str:
    return reverse(f"public:{name}", args=[table.event.slug, 1, number])


def seat_of(table: AtTable, seat: int) -> models.Registration:
    return table.spielliste.table.seats.get(number=seat).registration


def joined(table: AtTable, seat: int, *, pen: bool = False) -> Client:
    """A phone of that player that is in, as after the pages that let it in."""
    client, token = Client(), new_token()
    phone = phones.open_list(table.spielliste, seat_of(table, seat), token=token, card_end=None)
    if pen:
        phones.take_pen(phone)
    client.cookies["tisch"] = token
    return client


def wrong_codes(table: AtTable, times: int) -> None:
    models.TableAccess.objects.create(spielliste=table.spielliste, wrong_codes=times)


def numbers(table: AtTable) -> list[int | None]:
    """The start numbers by seat, as the page shows them."""
    return list(table.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True))


def send(client: Client, table: AtTable, game: int, cells: str = "R 20 30 40", **more: Any) -> Any:
    body = {"game": game, "cells": cells.split(), "players": numbers(table), "expected": 0, "key": f"{KEY}{game}"}
    body |= more
    return client.post(url(table, "at_table_row"), json.dumps(body), content_type="application/json")


def say(client: Client, table: AtTable, **body: str) -> str:
    body = {"word": word_of(table.fresh()), **body}
    return client.post(url(table, "at_table_statement"), body, follow=True).content.decode()


# Getting in


def test_following_the_code_on_the_paper_shows_the_names_and_lets_nobody_in(table: AtTable) -> None:
    client = Client()
    page = client.get(url(table, "at_table_join"), {"p": pin_of(table.spielliste)}).content.decode()
    assert page.count('name="seat"') == 4
    assert not models.TablePhone.objects.exists()
    assert client.get(url(table)).status_code == 302


def test_player_gets_in_with_the_pin_and_the_end_of_the_start_card(table: AtTable) -> None:
    client = Client()
    body = {"p": pin_of(table.spielliste), "seat_asked": "1", "seat": "2"}
    answer = client.post(url(table, "at_table_join"), {**body, "card_end": card_code(seat_of(table, 2))[-3:]})
    assert (answer.status_code, answer.headers["Location"]) == (302, url(table))
    cookie = answer.cookies["tisch"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (url(table), True, "Lax")
    assert "Noch schreibt niemand am Handy" in client.get(url(table)).content.decode()
    assert models.TablePhone.objects.get().registration == seat_of(table, 2)
    client.post(url(table, "at_table_pen"))
    assert "Dieses Handy schreibt" in client.get(url(table)).content.decode()


def test_wrong_pin_shows_no_name_and_is_counted(table: AtTable) -> None:
    page = Client().post(url(table, "at_table_join"), {"p": "0x00"}).content.decode()
    assert "nicht die PIN dieser Liste" in page
    assert "Spieler1" not in page
    assert 'name="seat"' not in page
    assert models.TableAccess.objects.get().wrong_codes == 1


def test_square_on_the_paper_shuts_nothing_after_its_pin_was_reset(table: AtTable) -> None:
    on_paper = pin_of(table.spielliste)
    reset_access(table.spielliste, by=None)
    page = Client().get(url(table, "at_table_join"), {"p": on_paper}).content.decode()
    assert "Diese PIN gilt nicht mehr" in page
    assert 'name="seat"' not in page
    assert models.TableAccess.objects.get().wrong_codes == 0


def test_wrong_end_of_the_card_keeps_what_was_chosen_and_is_counted(table: AtTable) -> None:
    body = {"p": pin_of(table.spielliste), "seat_asked": "1", "seat": "3", "card_end": "???"}
    page = Client().post(url(table, "at_table_join"), body).content.decode()
    assert "So endet der Code auf der Startkarte nicht" in page
    assert re.search(r'value="3"[^>]*checked', page)
    assert models.TableAccess.objects.get().wrong_codes == 1


def test_everything_missing_is_said_at_once(table: AtTable) -> None:
    body = {"p": pin_of(table.spielliste), "seat_asked": "1"}
    page = Client().post(url(table, "at_table_join"), body).content.decode()
    assert "Bitte tippen Sie auf Ihren Namen" in page
    assert "Bitte geben Sie die drei Zeichen ein" in page


def test_after_too_many_wrong_codes_the_right_one_leads_to_the_officials(table: AtTable) -> None:
    client = Client()
    wrong_codes(table, MOST_WRONG - 1)
    client.post(url(table, "at_table_join"), {"p": "x"})
    answer = client.post(url(table, "at_table_join"), {"p": pin_of(table.spielliste)})
    assert answer.status_code == 429
    assert "Bitte fragen Sie die Spielleitung" in answer.content.decode()


def test_phone_that_knows_its_player_needs_no_pin(table: AtTable) -> None:
    client, own = Client(), seat_of(table, 2)
    client.post(reverse("public:my_card", args=[table.event.slug]), {"nr": str(own.number), "code": card_code(own)})
    assert f"Ich bin {own.name}" in client.get(url(table, "at_table_join")).content.decode()
    assert client.post(url(table, "at_table_join"), {"own": "1"}).headers["Location"] == url(table)
    assert "Liste öffnen" not in client.get(url(table, "at_table_join", 2)).content.decode()


def test_own_page_of_a_player_leads_to_the_list_of_the_table(table: AtTable) -> None:
    client, own = Client(), seat_of(table, 2)
    body = {"nr": str(own.number), "code": card_code(own)}
    page = client.post(reverse("public:my_card", args=[table.event.slug]), body, follow=True).content.decode()
    assert f'href="{url(table, "at_table_join")}"' in page
    models.Event.objects.update(phone_lists="paper")
    assert "Liste am Handy" not in client.get(reverse("public:my_event", args=[table.event.slug])).content.decode()


def test_address_on_the_paper_leads_on_to_the_phones_of_the_table_once_seats_are_released(table: AtTable) -> None:
    def shown() -> str:
        return Client().get(reverse("public:list", args=[table.event.slug, 1, 1])).content.decode()

    assert f'href="{url(table, "at_table_join")}"' in shown()
    models.Series.objects.update(seats_released_at=None)
    invalidate_public_pages(table.event.pk)
    assert "Liste am Handy" not in shown()


def test_officials_who_scan_the_paper_get_to_the_entry_of_the_list(table: AtTable) -> None:
    answer = signed_in(make_official(table.event)).get(url(table, "at_table_join"), {"p": pin_of(table.spielliste)})
    assert answer.headers["Location"] == reverse("organiser:list", args=[table.event.slug, 1, 1])


@pytest.mark.parametrize("hidden", ["paper", "unpublished", "unreleased"])
def test_there_is_nothing_where_lists_are_kept_on_paper_or_nothing_is_released(table: AtTable, hidden: str) -> None:
    client = joined(table, 1, pen=True)
    match hidden:
        case "paper":
            models.Event.objects.update(phone_lists="paper")
        case "unpublished":
            models.Event.objects.update(published_at=None)
        case _:
            models.Series.objects.update(seats_released_at=None)
    looked = [client.get(url(table, name)).status_code for name in ("at_table", "at_table_join")]
    sent = [
        client.post(url(table, name)).status_code for name in ("at_table_pen", "at_table_statement", "at_table_row")
    ]
    assert {*looked, *sent} == {404}


def test_phone_of_one_table_opens_nothing_of_another(table: AtTable) -> None:
    client = joined(table, 1, pen=True)
    for cookie in list(client.cookies.values()):
        cookie["path"] = "/"  # as a phone that sends it everywhere
    other = AtTable(table.event, table.series, list_of(table.series, 2))
    assert client.get(url(table, number=2)).headers["Location"] == url(table, "at_table_join", 2)
    body = {"game": 1, "cells": ["R", "20", "30", "40"], "players": numbers(other), "expected": 0, "key": KEY}
    answer = client.post(url(table, "at_table_row", 2), json.dumps(body), content_type="application/json")
    assert answer.status_code == 403
    assert other.fresh().games_in == 0


# Writing


def test_game_is_stored_and_the_answer_brings_the_list_and_the_next_game(table: AtTable) -> None:
    answer = send(joined(table, 1, pen=True), table, 1).json()
    assert answer["saved"] == {"version": 1}
    assert "Spiel 2 speichern" in answer["parts"]["form"]
    assert '<span class="finisher">0</span>' in answer["parts"]["part"]
    assert table.fresh().games_in == 1


def test_game_that_breaks_a_rule_is_stored_and_said_in_plain_words(table: AtTable) -> None:
    answer = send(joined(table, 1, pen=True), table, 1, "R 1 30 40").json()
    assert "1 Punkt ist nicht möglich" in answer["parts"]["part"]
    assert "Die Spielleitung entscheidet" in answer["parts"]["part"]


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
    body = {
        "game": "1",
        "expected": "0",
        "player": numbers(table),
        "ended": "2",
        "s1": "20",
        "s2": "0",
        "s3": "30",
        "s4": "40",
    }
    page = pen.post(url(table), body, follow=True).content.decode()
    assert "Spiel 1 ist gespeichert" in page
    row = table.spielliste.rows.get()
    assert (row.finisher, row.handromme) == (2, False)


def test_earlier_game_is_changed_without_script_and_handromme_is_marked(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1)
    page = pen.get(url(table), {"spiel": "1"}).content.decode()
    assert "Spiel 1 ändern" in page
    body = {
        "game": "1",
        "expected": "1",
        "player": numbers(table),
        "ended": "1",
        "hand": "1",
        "s1": "",
        "s2": "20",
        "s3": "30",
        "s4": "41",
    }
    pen.post(url(table), body)
    row = table.spielliste.rows.get()
    assert (row.finisher, row.handromme, row.version) == (1, True, 2)


def test_what_cannot_be_saved_without_script_stays_in_the_form(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    body = {
        "game": "1",
        "expected": "0",
        "player": numbers(table),
        "ended": "2",
        "s1": "zwanzig",
        "s2": "",
        "s3": "30",
        "s4": "40",
    }
    answer = pen.post(url(table), body)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'value="zwanzig"' in page
    assert "lässt sich nicht lesen. Bitte geben Sie die Punkte als Zahl ein" in page


def test_what_was_chosen_stays_in_the_form_beside_what_cannot_be_saved(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    body = {
        "game": "1",
        "expected": "0",
        "player": numbers(table),
        "ended": "2",
        "hand": "1",
        "s1": "zwanzig",
        "s2": "",
        "s3": "",
        "s4": "40",
    }
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
        {
            "game": "2",
            "expected": "0",
            "player": numbers(table),
            "ended": "1",
            "s1": "0",
            "s2": "20",
            "s3": "30",
            "s4": "",
        },
    )
    assert table.fresh().whole


def test_game_that_is_stored_already_is_not_called_lost_when_its_answer_was(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    send(pen, table, 1)
    joined(table, 2, pen=True)  # takes the pen before the first phone asks again
    assert send(pen, table, 1).json()["saved"] == {"version": 1}
    pen = joined(table, 1, pen=True)  # came in anew: for the program another phone
    assert send(pen, table, 1).json()["saved"] == {"version": 1}
    assert table.spielliste.log.count() == 1


def test_game_says_what_it_demands_where_the_rules_say_it_game_by_game() -> None:
    table = at_table(published_at=timezone.now(), ruleset="contract", slug="contract")
    make_official(table.event)
    page = joined(table, 1, pen=True).get(url(table)).content.decode()
    assert re.search(r"<p data-demand>2 Sätze \(10", page)


def test_players_of_one_name_are_told_apart_by_their_numbers(table: AtTable) -> None:
    page = joined(table, 1, pen=True).get(url(table)).content.decode()
    for seat in table.spielliste.table.seats.all():
        assert f"<span>{seat.registration.number} {seat.registration.hall_name}" in page


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
    body = {"game": "1", "expected": "0", "player": shown, "ended": "1", "s1": "0", "s2": "20", "s3": "30", "s4": "40"}
    assert "sitzt an diesem Tisch jemand anders" in pen.post(url(table), body).content.decode()
    assert table.fresh().games_in == 0
    assert send(pen, table, 1).json()["saved"] == {"version": 1}


def test_games_that_wait_on_a_phone_are_found_again_when_it_comes_in_anew(table: AtTable) -> None:
    def kept_under(client: Client) -> tuple[str, str]:
        page = client.get(url(table)).content.decode()
        facts = json.loads(page.split('<script id="tisch-angaben" type="application/json">')[1].split("</script>")[0])
        return facts["user"], facts["scope"]

    before = kept_under(joined(table, 1, pen=True))
    phones.reset_access(table.spielliste, by=make_official(table.event))
    assert kept_under(joined(table, 1)) == before


def test_phone_that_does_not_write_yet_is_told_how_to(table: AtTable) -> None:
    assert "tippen Sie zuerst auf" in send(joined(table, 1), table, 1).json()["message"]


# Reading along


def test_phone_is_told_that_nothing_is_new_and_sees_each_change(table: AtTable) -> None:
    pen, reader = joined(table, 1, pen=True), joined(table, 2)

    def look(tag: str = "") -> Any:
        return reader.get(url(table), headers={"If-None-Match": tag} if tag else {})

    tag = look().headers["ETag"]
    assert look(tag).status_code == 304
    send(pen, table, 1)
    assert look(tag).status_code == 200
    tag = look().headers["ETag"]
    joined(table, 3, pen=True)
    assert look(tag).status_code == 200


def test_phone_that_asks_again_is_let_in_no_more_once_the_list_is_hidden_or_its_phones_are_reset(
    table: AtTable,
) -> None:
    reader = joined(table, 2)
    tag = reader.get(url(table)).headers["ETag"]

    def again() -> int:
        return reader.get(url(table), headers={"If-None-Match": tag}).status_code

    assert again() == 304
    models.Event.objects.update(phone_lists="paper")
    assert again() == 404
    models.Event.objects.update(phone_lists="allowed", published_at=None)
    assert again() == 404
    models.Event.objects.update(published_at=timezone.now())
    reset_access(table.spielliste, by=None)
    assert again() == 302


def test_asking_again_reads_the_table_with_one_statement(table: AtTable) -> None:
    reader = joined(table, 2)
    tag = reader.get(url(table)).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(url(table), headers={"If-None-Match": tag}).status_code == 304
    assert sum("tournament_" in one["sql"] for one in asked.captured_queries) <= 2  # and what the event shows by now


# Confirming


def write_all(pen: Client, table: AtTable) -> None:
    for game in (1, 2):
        send(pen, table, game)


def test_table_confirms_on_own_phones_and_on_the_pens_and_gets_its_word(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "0 von 4 haben bestätigt" in pen.get(url(table)).content.decode()
    assert "bestätigt" in say(joined(table, 2), table, stimmt="1")
    assert "1 von 4 haben bestätigt" in pen.get(url(table)).content.decode()
    say(pen, table, stimmt="1")
    say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    page = say(pen, table, stimmt="1", seat="4", card_code=card_code(seat_of(table, 4)))
    assert "Die Liste ist bestätigt" in page
    assert f'<p class="check-word">{word_of(table.fresh())}</p>' in page


def test_nobody_is_confirmed_with_a_wrong_code_and_it_is_counted(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "nicht der Code der Startkarte" in say(pen, table, stimmt="1", seat="3", card_code="ACD347")
    assert models.TableAccess.objects.get().wrong_codes == 1
    assert not models.Statement.objects.exists()


def test_codes_of_start_cards_cannot_be_guessed_at_the_table(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    wrong_codes(table, MOST_WRONG - 1)
    say(pen, table, stimmt="1", seat="3", card_code="ACD347")
    assert "zu viele falsche Codes" in say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    assert not models.Statement.objects.exists()


def test_whoever_contradicts_is_told_that_officials_come_and_the_pen_is_stopped(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "Spielleitung ist benachrichtigt" in say(joined(table, 2), table, text="ich hatte 12", game="2")
    page = pen.get(url(table)).content.decode()
    assert "Platz 2 sagt, dass die Liste nicht stimmt" in page
    assert "ich hatte 12" in page
    assert 'class="game"' not in page


def test_text_of_a_contradiction_is_stored_without_signs_that_no_database_takes(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    say(pen, table, text="ich\0 hatte\n12")
    assert models.Statement.objects.get().text == "ich hatte 12"


def test_list_that_was_changed_since_it_was_shown_is_not_confirmed(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "inzwischen geändert" in say(pen, table, stimmt="1", word="AAAAA")


def test_checked_list_can_be_read_and_nothing_else(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    make_checked(table.spielliste)
    page = pen.get(url(table)).content.decode()
    assert 'class="game"' not in page
    assert send(pen, table, 1, "R 21 30 40", key=KEY).status_code == 409


def test_phone_of_somebody_who_was_seated_elsewhere_has_to_come_in_anew(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    here, there = (models.Seat.objects.get(table__number=number, number=1) for number in (1, 2))
    seats.swap(here, there, by=make_official(table.event))
    assert pen.get(url(table)).headers["Location"] == url(table, "at_table_join")
    assert pen.post(url(table, "at_table_statement"), {"stimmt": "1"}).status_code == 302
    assert send(pen, table, 1).status_code == 403


def test_invalid_list_is_not_called_confirmed(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    models.Spielliste.objects.update(status="invalid", invalid_reason="Karten fehlten")
    page = pen.get(url(table)).content.decode()
    assert "Diese Liste zählt nicht" in page
    assert "Die Liste ist bestätigt" not in page


def test_pages_are_kept_by_nobody_and_found_by_no_search_engine(table: AtTable) -> None:
    for answer in (joined(table, 1).get(url(table)), Client().get(url(table, "at_table_join"))):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Robots-Tag"] == "noindex"


# Calling an official


def test_phone_of_the_table_calls_an_official_and_its_list_says_who_comes(table: AtTable) -> None:
    phone, petra = joined(table, 2, pen=True), make_official(username="petra")
    assert "Spielleitung rufen" in phone.get(url(table)).content.decode()
    page = phone.post(url(table, "at_table_call"), {"about": "list"}, follow=True).content.decode()
    assert "Sie haben um" in page
    call = models.TableCall.objects.get()
    assert (call.table, call.seat, call.registration) == (table.spielliste.table, 2, seat_of(table, 2))
    assert "Ihr Tisch hat um" in joined(table, 3).get(url(table)).content.decode()
    answer_call(call, by=petra)
    assert "Petra kommt." in phone.get(url(table)).content.decode()
    assert "Petra kommt." in joined(table, 3).get(url(table, "at_table_call")).content.decode()


def test_phone_takes_its_own_call_back_and_no_other(table: AtTable) -> None:
    phone = joined(table, 2)
    phone.post(url(table, "at_table_call"), {"about": "rule"})
    joined(table, 3).post(url(table, "at_table_call_back"))
    assert models.TableCall.objects.get().is_open
    phone.post(url(table, "at_table_call_back"))
    assert models.TableCall.objects.get().withdrawn_at is not None


def test_phone_that_is_not_in_any_more_or_of_another_table_calls_nobody(table: AtTable) -> None:
    phone = joined(table, 2)
    phone.cookies["tisch"]["path"] = "/"  # as somebody would send it who copied it
    assert phone.post(url(table, "at_table_call", 2), {"about": "rule"})["Location"] == url(table, "at_table_join", 2)
    reset_access(table.spielliste, by=None)
    for client in (phone, Client()):
        assert client.post(url(table, "at_table_call"), {"about": "rule"})["Location"] == url(table, "at_table_join")
        assert client.post(url(table, "at_table_call_back"))["Location"] == url(table, "at_table_join")
    assert not models.TableCall.objects.exists()


def test_nobody_calls_from_a_table_whose_series_is_over(table: AtTable) -> None:
    phone = joined(table, 2)
    models.Series.objects.update(closed_at=timezone.now())
    assert "Spielleitung rufen" not in phone.get(url(table)).content.decode()
    phone.post(url(table, "at_table_call"), {"about": "rule"})
    assert not models.TableCall.objects.exists()
