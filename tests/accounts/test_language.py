"""German for everybody whose browser does not ask for English."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.factories import make_official

pytestmark = pytest.mark.django_db

CATALOGUE = Path(settings.RESOURCES, "locale", "en", "LC_MESSAGES", "django.mo")


def sign_in_page(client: Client, **headers: str) -> str:
    make_official()
    return client.get(reverse("account_login"), headers=headers).content.decode()


@pytest.mark.parametrize("wanted", ["de-AT", "de", "fr, it;q=0.8"])
def test_pages_are_german_when_the_browser_asks_for_german_or_something_unknown(client: Client, wanted: str) -> None:
    page = sign_in_page(client, accept_language=wanted)
    assert '<html lang="de">' in page
    assert "Anmelden" in page


def test_pages_are_german_when_the_browser_asks_for_nothing(client: Client) -> None:
    assert '<html lang="de">' in sign_in_page(client)


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue is compiled by ./run where gettext is installed")
def test_pages_are_english_when_the_browser_asks_for_english(client: Client) -> None:
    page = sign_in_page(client, accept_language="en-GB, en;q=0.9")
    assert '<html lang="en">' in page
    assert "Sign in" in page
    assert "Anmelden" not in page
