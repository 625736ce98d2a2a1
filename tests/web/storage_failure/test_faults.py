"""Failures of the program itself: the reader gets a page, the operator gets the cause."""

import logging
from io import StringIO
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from romme_turnier.web.public import event_pages
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db


def test_fault_of_the_program_is_said_on_a_page_and_its_cause_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("the cause")

    make_official()
    monkeypatch.setattr(event_pages, "render", fail)
    printed = StringIO()
    (handler,) = logging.getLogger("django.request").handlers
    monkeypatch.setattr(cast("logging.StreamHandler[StringIO]", handler), "stream", printed)
    page = Client(raise_request_exception=False).get(reverse("public:home"))
    assert page.status_code == 500
    assert "Das Programm hat einen Fehler gemacht" in page.content.decode()
    assert "RuntimeError: the cause" in printed.getvalue()


def test_address_of_a_button_says_that_nothing_was_stored_when_it_is_opened() -> None:
    event = make_event(players=0)
    client = Client()
    client.force_login(make_official(event))
    address = reverse("organiser:participant_paid", args=[event.slug, 1])
    page = client.get(address, headers={"Accept": "text/html,*/*"})
    assert page.status_code == 405
    assert page["Allow"] == "POST"
    assert "Nichts wurde geändert" in page.content.decode()
    assert reverse("organiser:event", args=[event.slug]) in page.content.decode()
    assert not client.get(address, headers={"Accept": "application/json"}).content


def test_missing_right_leads_back_to_the_event() -> None:
    event = make_event(players=0)
    client = Client()
    client.force_login(make_official(event, "entry"))
    page = client.get(reverse("organiser:ledger", args=[event.slug]))
    assert page.status_code == 403
    assert f'href="{reverse("organiser:event", args=[event.slug])}"' in page.content.decode()


def refusing(monkeypatch: pytest.MonkeyPatch, error: TournamentError) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise error

    make_official()
    monkeypatch.setattr(event_pages, "render", refuse)


def test_refusal_that_no_page_tells_is_told_with_a_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, TournamentError("Für „Nord“ ist Geld gebucht."))
    page = Client().get(reverse("public:home"), headers={"Referer": "http://testserver/turniere/?q=<b>"})
    assert page.status_code == 409
    assert "Für „Nord“ ist Geld gebucht." in page.content.decode()
    assert 'href="http://testserver/turniere/?q=&lt;b&gt;"' in page.content.decode()


def test_way_back_from_a_refusal_leads_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, TournamentError("Das geht nicht."))
    page = Client().get(reverse("public:home"), headers={"Referer": "https://elsewhere.example/"})
    assert "elsewhere" not in page.content.decode()
    assert '<a class="button" href="/">' in page.content.decode()


def test_refusal_is_told_to_scripts_as_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, KeyReused())
    answer = Client().get(reverse("public:home"), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content.decode()) == (400, KeyReused().message)
