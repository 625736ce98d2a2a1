"""Calling an official from a phone that has the list of its table open."""

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.phones import reset_access
from romme_turnier.tournament.hall.calls import answer_call
from tests.factories import make_official
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import joined, seat_of, url

pytestmark = pytest.mark.django_db


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
    phone.cookies["tisch"]["path"] = "/"  # as sent by a person who copied it
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
