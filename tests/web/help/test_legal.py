"""Imprint and privacy: everybody reads them, the operator of the program fills them in."""

import pytest
from django.test import Client

from romme_turnier.tournament.models import Operator
from tests.factories import make_official, make_open_event, make_organiser

pytestmark = pytest.mark.django_db
EDIT = "/hilfe/impressum/aendern/"


def page(path: str) -> str:
    return Client().get(path).content.decode()


def test_an_empty_imprint_says_what_is_missing():
    make_official()
    shown = page("/hilfe/impressum/")
    assert "Es fehlen Name, Anschrift, E-Mail und Telefon" in shown
    assert EDIT not in shown


def test_the_operator_fills_in_both_pages_in_one_place(client):
    client.force_login(make_official(username="betreiber", is_superuser=True))
    assert EDIT in client.get("/hilfe/impressum/").content.decode()
    answer = client.post(EDIT, {"imprint": "Rommé-Verband\nBühl <b>", "privacy": "Fragen an daten@example.org"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/hilfe/impressum/")
    assert "Rommé-Verband<br>Bühl &lt;b&gt;" in page("/hilfe/impressum/")
    assert "daten@example.org" in page("/hilfe/ihre-daten/")
    client.post(EDIT, {"imprint": "Neu", "privacy": ""})
    assert Operator.objects.count() == 1
    assert "daten@example.org" not in page("/hilfe/ihre-daten/")


def test_imprint_leads_to_those_of_several_organisers():
    make_official()
    link = '<a href="/o/rc-herz/#impressum">RC Herz</a>'
    make_organiser(slug="rc-herz", name="RC Herz", imprint="RC Herz e. V.")
    assert link not in page("/hilfe/impressum/")
    make_organiser(number="2", slug="rc-pik", name="RC Pik")
    shown = page("/hilfe/impressum/")
    assert link in shown
    assert "RC Pik" not in shown  # has no imprint


def test_a_text_that_is_too_long_is_kept_in_the_form(client):
    client.force_login(make_official(username="betreiber", is_superuser=True))
    answer = client.post(EDIT, {"imprint": "x" * 2001, "privacy": ""})
    assert "x" * 2001 in answer.content.decode()
    assert not Operator.objects.exists()


def test_form_and_foot_lead_to_the_privacy_page():
    make_official()
    make_open_event()
    assert page("/t/testpokal/anmelden/").count('href="/hilfe/ihre-daten/"') == 2
    assert 'href="/hilfe/impressum/"' in page("/")
