"""The sandbox of the interface for programs: its contents, and the reach of its public token."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.sandbox import make_sandbox
from romme_turnier.tournament.organisers.api_tokens import SANDBOX_SECRET, revoke_token
from romme_turnier.web.public.api.operations import BASE
from tests.factories import make_organiser

pytestmark = pytest.mark.django_db
PAGE = "/webmaster/"
HEADERS = {"Authorization": f"Bearer {SANDBOX_SECRET}"}


@pytest.fixture(scope="module")
def made_sandbox(module_rows: None) -> models.Organiser:
    make_organiser(number="1", name="Verein", slug="verein")
    make_organiser(number="2", name="Anderer", slug="anderer")
    return make_sandbox("9999", by=User.objects.create_superuser("chief", display_name="Chief"))


@pytest.fixture
def sandbox(made_sandbox: models.Organiser, db: None) -> models.Organiser:
    return models.Organiser.objects.get(pk=made_sandbox.pk)


@pytest.fixture
def chief(sandbox: models.Organiser) -> User:
    return User.objects.get(username="chief")


def test_everything_in_the_sandbox_can_be_reached_from_its_lists(client: Client, sandbox: models.Organiser) -> None:
    def get(path: str) -> Any:
        answer = client.get(path, headers=HEADERS)
        assert answer.status_code == 200, path
        return json.loads(answer.content)

    assert SANDBOX_SECRET in client.get(PAGE).text
    (event,) = get(f"{BASE}/organisers/sandkasten/events")["items"]
    at_event = f"{BASE}/organisers/{event['organiser']}/events/{event['slug']}"
    assert (event["name"], event["standings"], event["season"]) == ("Musterpokal", True, "musterjahr-2026")
    releases = get(f"{at_event}/releases")["items"]
    assert [(row["series"], row["number"]) for row in releases] == [(2, 1), (1, 1)]
    for release in releases:
        for table in release["tables"]:
            query = f"?table={table['key']}" if table["key"] else ""
            assert get(f"{at_event}/releases/{release['series']}/{release['number']}{query}")["rows"]
    assert get(f"{at_event}/seats")["rows"]
    assert get(f"{at_event}/draws/1")["seed"] == "lindenhof-1"
    season = get(f"{BASE}/organisers/sandkasten/season")
    at_season = f"{BASE}/organisers/sandkasten/seasons/{season['slug']}"
    rankings = {row["slug"]: row["newest_edition"] for row in get(f"{at_season}/rankings")["items"]}
    assert rankings == {"saisonwertung": 1}
    for slug in rankings:
        assert get(f"{at_season}/rankings/{slug}/editions/newest")["rows"]


def test_every_address_on_the_page_answers_in_the_sandbox(client: Client, sandbox: models.Organiser) -> None:
    page = unescape(client.get(PAGE).text)
    addresses = set(re.findall(r"http://testserver(/[^\s<\"]+)", page))
    addresses.remove(f"{BASE}/organisers/sandkasten/confirmations")  # for POST, with another token
    assert {f"{BASE}/people/changes", "/t/sandkasten/musterpokal/rangliste.json"} <= addresses
    answers = {address: client.get(address, headers=HEADERS, follow=True).status_code for address in addresses}
    assert answers == dict.fromkeys(addresses, 200)


def test_sandbox_has_the_same_figures_everywhere(client: Client, sandbox: models.Organiser) -> None:
    answer = client.get(f"{BASE}/organisers/sandkasten/events/musterpokal/standings", headers=HEADERS)
    rows = [(row["rank"], row["number"], row["total"]) for row in json.loads(answer.content)["rows"][:3]]
    assert rows == [(1, 1, 521), (2, 12, 586), (3, 5, 676)]


def test_public_token_reads_nothing_but_the_sandbox(client: Client, sandbox: models.Organiser, chief: User) -> None:
    for path in ("/organisers/verein", "/organisers/verein/events", "/organisers/anderer/keys"):
        assert client.get(f"{BASE}{path}", headers=HEADERS).status_code == 404
    (item,) = json.loads(client.get(f"{BASE}/organisers", headers=HEADERS).content)["items"]
    assert item["slug"] == "sandkasten"
    revoke_token(sandbox.api_tokens.get(), by=chief)
    assert client.get(f"{BASE}", headers=HEADERS).status_code == 401
    assert SANDBOX_SECRET not in client.get(PAGE).text


def test_public_token_is_limited_by_the_address_of_its_user(
    client: Client, sandbox: models.Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    during: list[int] = []

    def meanwhile(*_arguments: object) -> dict[str, str]:
        if not during:
            for address in ("127.0.0.1", "192.0.2.7"):
                during.append(0)
                during[-1] = client.get(BASE, headers=HEADERS, REMOTE_ADDR=address).status_code
        return {}

    monkeypatch.setattr("romme_turnier.web.public.api.views._query", meanwhile)
    client.get(BASE, headers=HEADERS)
    assert during == [429, 200]


def test_command_makes_the_sandbox_once_and_only_among_several_organisers(
    chief: User, sandbox: models.Organiser
) -> None:
    with pytest.raises(CommandError, match="9999"):
        call_command("sandbox")
