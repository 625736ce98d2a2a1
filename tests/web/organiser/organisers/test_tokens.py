"""The page on which officers make and revoke the tokens of programs."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import ApiToken, Organiser
from romme_turnier.tournament.organisers.api_tokens import token_of
from tests.factories import make_api_token, make_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> Organiser:
    return make_organiser()


def _address(organiser: Organiser) -> str:
    return reverse("organiser:api_tokens", args=[organiser.number])


def _typed(**changed: object) -> dict[str, object]:
    until = (timezone.localdate() + timedelta(days=30)).isoformat()
    return {"name": "Internetseite", "scopes": ["read"], "until": until, **changed}


def test_secret_is_shown_once(chief: Client, organiser: Organiser) -> None:
    answer = chief.post(_address(organiser), _typed())
    (secret,) = re.findall(r"rt_\w{8}_[-\w]{32}", answer.text)
    assert "no-store" in answer.headers["Cache-Control"]
    token = token_of(secret)
    assert token is not None
    page = chief.get(_address(organiser)).text
    assert token.key in page
    assert secret[12:] not in page
    assert "Zuletzt benutzt" in page


@pytest.mark.parametrize("missing", ["name", "scopes", "until"])
def test_nothing_is_made_without_each_field(chief: Client, organiser: Organiser, missing: str) -> None:
    answer = chief.post(_address(organiser), {name: value for name, value in _typed().items() if name != missing})
    assert answer.status_code == 200
    assert "rt_" not in answer.text
    assert not ApiToken.objects.exists()


def test_revoking_asks_first_and_ends_the_token(chief: Client, organiser: Organiser) -> None:
    token, secret = make_api_token(organiser)
    address = reverse("organiser:api_token_revoke", args=[organiser.number, token.pk])
    assert address in chief.get(_address(organiser)).text
    assert token.key in chief.get(address).text
    assert token_of(secret) == token
    assert chief.post(address).headers["Location"] == _address(organiser)
    assert token_of(secret) is None
    page = chief.get(_address(organiser)).text
    assert "Widerrufen am" in page
    assert address not in page


def test_token_of_another_organiser_is_not_found(chief: Client, organiser: Organiser) -> None:
    other = make_organiser(number="08", name="Anderer", slug="anderer")
    token, secret = make_api_token(other)
    address = reverse("organiser:api_token_revoke", args=[organiser.number, token.pk])
    assert chief.post(address).status_code == 404
    assert token_of(secret) == token
