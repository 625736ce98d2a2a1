"""Getting in with the PIN of the list and the end of a start card."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import MOST_WRONG, pin_of
from romme_turnier.tournament.at_table.phones import reset_access
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from tests.cast import signed_in
from tests.factories import list_of, make_official
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import KEY, joined, numbers, seat_of, url, wrong_codes

pytestmark = pytest.mark.django_db


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
    assert "Das sind nicht die letzten drei Zeichen dieser Startkarte" in page
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


def test_no_further_phone_gets_in_where_lists_are_kept_on_paper_and_it_is_told(table: AtTable) -> None:
    models.Event.objects.update(phone_lists="paper")
    for answer in (
        Client().get(url(table, "at_table_join"), {"p": pin_of(table.spielliste)}),
        Client().post(url(table, "at_table_join"), {"p": pin_of(table.spielliste)}),
    ):
        assert answer.status_code == 404
        assert "nur auf Papier" in answer.content.decode()
        assert "Spieler1" not in answer.content.decode()


@pytest.mark.parametrize("hidden", ["unpublished", "unreleased"])
def test_there_is_nothing_where_nothing_is_released(table: AtTable, hidden: str) -> None:
    client = joined(table, 1, pen=True)
    if hidden == "unpublished":
        models.Event.objects.update(published_at=None)
    else:
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
