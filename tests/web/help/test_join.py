"""How other devices find the program."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
import segno
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier import address
from romme_turnier.accounts.models import User
from romme_turnier.web.help import join
from romme_turnier.web.qr import qr_code
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db


@pytest.fixture
def official(client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Client:
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("PORT", "8000")
    monkeypatch.setattr(address, "lan_hosts", lambda: ["192.168.178.20", "10.0.0.7"])
    monkeypatch.setattr(address, "inner_hosts", lambda: ["10.8.0.2"])
    client.force_login(make_official())
    return client


def page(client: Client) -> str:
    return client.get(reverse("help:join")).content.decode()


def test_hall_shows_the_address_large_with_a_code(official: Client, settings: Settings) -> None:
    settings.MODE = "hall"
    shown = page(official)
    assert "http://192.168.178.20:8000/</a>" in shown
    assert "http://192.168.178.20:8000/leitung/" in shown
    assert qr_code("http://192.168.178.20:8000/") in shown


def choose(client: Client, wished: str) -> str:
    return client.post(reverse("help:choose_address"), {"address": wished}, follow=True).content.decode()


@pytest.mark.parametrize("wished", ["http://10.0.0.7:8000/", "http://10.8.0.2:8000/"])
def test_address_that_is_chosen_stays_while_the_machine_has_it(
    official: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, wished: str
) -> None:
    settings.MODE = "hall"
    assert qr_code(wished) in choose(running(official), wished)
    assert address.for_phones("http://127.0.0.1:8000/") == wished
    monkeypatch.setattr(address, "inner_hosts", list)
    monkeypatch.setattr(address, "lan_hosts", lambda: ["192.168.178.77"])
    assert address.for_phones("http://127.0.0.1:8000/") == "http://192.168.178.77:8000/"


def test_papers_with_an_address_that_the_machine_has_lost_are_warned_about(
    official: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MODE = "hall"
    event = make_event()
    official.force_login(make_official(event))
    overview, papers = (reverse(f"organiser:{name}", args=[event.slug]) for name in ("event", "print_page"))
    printed = "Gedruckte Papiere tragen noch http://192.168.178.20:8000/."
    assert official.get(reverse("documents:registration_list_pdf", args=[event.slug])).status_code == 200
    for shown in (page(official), *(official.get(at).content.decode() for at in (overview, papers))):
        assert printed not in shown
    monkeypatch.setattr(address, "lan_hosts", list)
    assert address.lost_addresses() == []  # without a network, new papers would not help
    monkeypatch.setattr(address, "lan_hosts", lambda: ["192.168.178.77"])
    for shown in (page(official), *(official.get(at).content.decode() for at in (overview, papers))):
        assert printed in shown
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert address.lost_addresses() == []


def test_address_of_a_tunnel_is_offered_and_not_carried(official: Client, settings: Settings) -> None:
    settings.MODE = "hall"
    shown = page(running(official))
    assert re.search(r'value="http://10\.8\.0\.2:8000/".*?</button> <span[^>]*>aus einem VPN', shown)
    assert address.of_hall() == ["http://192.168.178.20:8000/", "http://10.0.0.7:8000/"]


def test_foreign_address_is_not_made_a_code(official: Client, settings: Settings) -> None:
    settings.MODE = "hall"
    shown = choose(running(official), "http://evil.example/")
    assert "Diese Adresse hat der Rechner nicht mehr" in shown
    assert qr_code("http://evil.example/") not in shown
    assert qr_code("http://192.168.178.20:8000/") in shown


def test_only_who_runs_the_program_chooses_the_address(official: Client, settings: Settings) -> None:
    settings.MODE = "hall"
    assert official.post(reverse("help:choose_address"), {"address": "http://10.0.0.7:8000/"}).status_code == 403
    assert "<button" not in page(official).partition('id="andere"')[2].partition("</section>")[0]


@pytest.mark.parametrize(("port", "command"), [("8000", "MODE=hall ./run"), ("8123", "PORT=8123 MODE=hall ./run")])
def test_program_for_one_machine_says_how_it_is_started_for_a_hall(
    official: Client, monkeypatch: pytest.MonkeyPatch, port: str, command: str
) -> None:
    monkeypatch.setenv("PORT", port)
    shown = page(official)
    assert f"<code>{command}</code>" in shown
    assert "nur für diesen Rechner" in shown
    assert "<svg viewBox" not in shown


def test_machine_without_a_network_is_told(
    official: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MODE = "hall"
    monkeypatch.setattr(address, "lan_hosts", list)
    assert "in keinem Netz" in page(official)


def test_program_on_the_internet_shows_its_own_name(official: Client, settings: Settings) -> None:
    settings.MODE, settings.ALLOWED_HOSTS = "public", ["turnier.example.org"]
    shown = official.get(reverse("help:join"), headers={"host": "turnier.example.org"}).content.decode()
    assert "http://turnier.example.org/</a>" in shown


def test_page_is_for_officials(client: Client) -> None:
    make_official()
    assert client.get(reverse("help:join"))["Location"].startswith(reverse("account_login"))


def test_code_needs_no_style_and_stands_alone_as_an_element() -> None:
    code = qr_code("http://192.168.178.20:8000/")
    assert code.startswith("<svg ")
    assert "style=" not in code
    size = segno.make("http://192.168.178.20:8000/", error="m", micro=False).symbol_size(border=2)[0]
    assert re.search(rf'viewBox="0 0 {size} {size}"', code)


def test_status_leads_to_the_page(official: Client) -> None:
    assert reverse("help:join") in official.get(reverse("help:status")).content.decode()


@pytest.fixture
def wished(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modes that were switched to, on a server that can be."""
    found: list[str] = []
    monkeypatch.setattr(join, "change_mode", found.append)
    monkeypatch.setattr(join, "other_mode", lambda: "hall")
    return found


def running(client: Client) -> Client:
    User.objects.filter(username="leitung").update(is_superuser=True)
    return client


def test_the_program_is_opened_for_the_hall_with_a_button(official: Client, wished: list[str]) -> None:
    assert "Für den Saal öffnen" in page(running(official))
    answer = official.post(reverse("help:change_mode"), {"mode": "hall"})
    assert "Das Programm öffnet sich für den Saal" in answer.content.decode()
    assert wished == ["hall"]


def test_only_who_runs_the_program_opens_it(official: Client, wished: list[str]) -> None:
    make_official(make_event(players=0))
    shown = page(official)
    assert "Für den Saal öffnen" not in shown
    assert "Für den Saal öffnet es, wer das Programm betreibt." in shown
    assert official.post(reverse("help:change_mode"), {"mode": "hall"}).status_code == 403
    assert wished == []


@pytest.mark.parametrize("mode", ["", "local", "public"])
def test_no_other_mode_is_switched_to_than_the_one_offered(official: Client, wished: list[str], mode: str) -> None:
    running(official).post(reverse("help:change_mode"), {"mode": mode})
    assert wished == []


def test_the_command_is_told_where_the_server_cannot_be_switched(official: Client, settings: Settings) -> None:
    settings.MODE = "local"
    shown = page(running(official))
    assert "Für den Saal öffnen" not in shown
    assert "MODE=hall" in shown
