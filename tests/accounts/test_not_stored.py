"""Browsers do not store pages of people that are signed in."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_event, make_official, make_open_event

pytestmark = pytest.mark.django_db

DESK = ["organiser:event", "organiser:front_desk", "organiser:participants_import"]
PROGRAM = ["account", "organiser:events", "help:status", "help:join", "account_change_password"]
KEPT = "/t/testpokal/"


def stored(client: Client, path: str) -> str:
    return client.get(path, follow=True).headers.get("Cache-Control", "")


def test_pages_of_an_official_are_not_stored(client: Client) -> None:
    event = make_event()
    client.force_login(make_official(event))
    paths = [reverse(name, args=[event.slug]) for name in DESK] + [reverse(name) for name in PROGRAM]
    paths += [KEPT, "/", "/gibt-es-nicht/", "/regel-check/", f"/leitung/{event.slug}/gibt-es-nicht/"]
    assert [path for path in paths if "no-store" not in stored(client, path)] == []


def test_pages_for_everybody_are_kept_as_before(client: Client) -> None:
    make_official(make_open_event())
    assert (stored(client, KEPT), stored(client, "/")) == ("no-cache", "")
    assert "no-store" not in stored(client, reverse("help:picture", args=["saal"]))


def test_files_that_say_how_long_they_are_kept_stay_so_for_officials(client: Client) -> None:
    client.force_login(make_official())
    assert stored(client, reverse("help:picture", args=["saal"])) == "public, max-age=3600"


def test_page_that_signs_somebody_in_is_not_stored(client: Client) -> None:
    make_official(username="petra")
    answer = client.post(reverse("account_login"), {"login": "petra", "password": "geheim-geheim"})
    assert answer.status_code == 302
    assert "no-store" in answer["Cache-Control"]
