"""A form sent after the end of a session can be sent again after signing in."""

import re

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts import signed_out
from romme_turnier.tournament.models import EventRole
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db

PASSWORD = "Zwölf-Spiele-je-Liste"
BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def path() -> str:
    event = make_event()
    official = make_official(event, EventRole.Role.DIRECTOR)
    official.set_password(PASSWORD)
    official.save()
    return reverse("organiser:event_said", args=[event.slug])


def sign_in(client: Client, page: str, password: str = PASSWORD) -> str:
    typed = re.search(r'name="typed" value="([^"]+)"', page)
    assert typed
    form = {"login": make_official().username, "password": password, "typed": typed[1]}
    return client.post(reverse("account_login"), form, follow=True).content.decode()


def test_form_is_sent_once_more_after_signing_in(client: Client, path: str) -> None:
    refused = client.post(path, {"step": "publish", "note": ["ä", "<b>"]}, headers=BROWSER)
    assert refused.status_code == 401
    assert "Sie sind nicht mehr angemeldet" in refused.content.decode()
    wrong = sign_in(client, refused.content.decode(), "falsch")
    assert "passen nicht zusammen" in wrong
    page = sign_in(client, wrong)
    assert f'action="{path}"' in page
    carried = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page)
    assert {("step", "publish"), ("note", "ä"), ("note", "&lt;b&gt;")} <= set(carried)
    assert not EventRole.objects.get().event.said_steps.exists()
    assert f"<dd>{path}</dd>" in page  # after signing in people see the form that goes out under their name
    assert "<dt>note</dt><dd>&lt;b&gt;</dd>" in page
    client.post(path, {"step": "publish"}, headers=BROWSER)
    assert EventRole.objects.get().event.said_steps.exists()
    assert signed_out.FIELD not in client.session  # names in it would outlive their erasure


@pytest.mark.parametrize("header", [{}, {"Accept": "*/*"}, {**BROWSER, "HX-Request": "true"}])
def test_scripts_are_led_to_the_sign_in(client: Client, path: str, header: dict[str, str]) -> None:
    assert client.post(path, {"step": "publish"}, headers=header).status_code == 302


def test_passwords_and_large_forms_are_not_carried_on(client: Client, path: str) -> None:
    for fields in ({"password1": "geheim"}, {"text": "x" * 70_000}):
        assert client.post(path, fields, headers=BROWSER).status_code == 302


def test_typed_fields_that_others_made_are_ignored(client: Client, path: str) -> None:
    forged = signing.dumps({"path": "/elsewhere/", "fields": []}, salt="another")
    form = {"login": make_official().username, "password": PASSWORD, "typed": forged}
    answer = client.post(reverse("account_login"), form, follow=True)
    assert "/elsewhere/" not in answer.content.decode()
    assert answer.redirect_chain[-1][0] == reverse("organiser:events")


def test_reason_is_said_where_a_page_leads_to_the_sign_in(client: Client, path: str) -> None:
    page = client.get(path.removesuffix("schritt/"), follow=True).content.decode()
    assert "Nach der Anmeldung geht es dort weiter" in page
