"""The names that the program answers to, in each mode."""

from unittest.mock import Mock

import pytest
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from romme_turnier import hosts
from romme_turnier.hosts import OwnHosts
from tests.factories import make_official, make_open_event

OWN = ["localhost", "localhost:8000", "LOCALHOST", "localhost.", "127.0.0.1", "127.0.0.1:8123", "[::1]", "[::1]:8000"]
FOREIGN = [
    "page.attacker.example",
    "localhost.attacker.example",
    "127.0.0.1.attacker.example",
    "127.0.0.1:8000@attacker.example",
    "attacker.example:127",
    "127.0.0.1, attacker.example",
    "127.0.0.2",
    "127.1",
    "2130706433",
    "0.0.0.0",
    "[::]",
    "[::1%25eth0]",
    "[::ffff:127.0.0.1]",
    "",
]
IN_HALL = ["192.168.178.20", "192.168.178.20:8000", "10.8.0.2", "laptop", "Laptop.local", "laptop.local.:8000"]


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine's addresses; each look at its networks comes ten seconds after the one before."""
    found, clock = ["192.168.178.20"], iter(range(0, 1_000_000, 10))
    monkeypatch.setattr(hosts, "lan_hosts", lambda: list(found))
    monkeypatch.setattr(hosts, "inner_hosts", lambda: ["10.8.0.2"])
    monkeypatch.setattr(hosts, "machine_names", lambda: {"laptop", "laptop.local"})
    monkeypatch.setattr(hosts, "monotonic", lambda: float(next(clock)))
    return found


def answers(host: str) -> bool:
    request = HttpRequest()
    request.META |= {"HTTP_HOST": host, "HTTP_X_FORWARDED_HOST": "localhost", "SERVER_NAME": "x", "SERVER_PORT": "80"}
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


@pytest.mark.parametrize("in_hall", [False, True])
def test_machine_answers_to_its_own_names_alone(in_hall: bool, addresses: list[str], settings: Settings) -> None:
    settings.ALLOWED_HOSTS = OwnHosts([], in_hall=in_hall)
    assert [host for host in OWN if not answers(host)] == []
    assert [host for host in FOREIGN if answers(host)] == []
    assert [host for host in IN_HALL if answers(host)] == (IN_HALL if in_hall else [])


def test_names_are_added(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = OwnHosts(["turnier.example.org", ".verein.example"], in_hall=False)
    assert all(answers(host) for host in ("turnier.example.org", "saal.verein.example", "localhost"))
    assert not answers("example.org")


def test_new_address_is_answered_at_once_and_the_old_one_no_more(addresses: list[str], settings: Settings) -> None:
    settings.ALLOWED_HOSTS = OwnHosts([], in_hall=True)
    assert answers("192.168.178.20")
    addresses[:] = ["192.168.1.77"]
    assert answers("192.168.1.77")
    assert not answers("192.168.178.20")


def test_networks_are_not_looked_at_for_names_that_are_known(
    addresses: list[str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = OwnHosts([], in_hall=True)
    assert answers("192.168.178.20")
    looks = Mock(return_value=["192.168.178.20"])
    monkeypatch.setattr(hosts, "lan_hosts", looks)
    assert all(answers(host) for host in ("192.168.178.20", "localhost", "laptop"))
    assert looks.call_count == 0
    monkeypatch.setattr(hosts, "monotonic", lambda: 1_000_000.0)
    assert not any(answers("attacker.example") for _guess in range(50))
    assert looks.call_count == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/static/css/base.css", "/t/testpokal/", "/t/testpokal/termine.ics", "/konto/anmelden/", "/leitung/"]
)
@pytest.mark.parametrize("mode", ["local", "hall", "public"])
def test_nothing_is_answered_under_a_foreign_name(path: str, mode: str, settings: Settings) -> None:
    make_official(make_open_event())
    own = ["turnier.example.org"]
    settings.MODE, settings.ALLOWED_HOSTS = mode, own if mode == "public" else OwnHosts(own, in_hall=mode == "hall")
    phone = Client(headers={"host": own[0]})
    kept = phone.get(path)
    assert kept.status_code != 400
    headers = {"host": "page.attacker.example", "if-none-match": kept.headers.get("ETag", '"x"')}
    foreign = phone.get(path, headers=headers)
    assert foreign.status_code == 400
    assert "Unter diesem Namen antwortet das Programm nicht" in foreign.content.decode()
    assert "attacker" not in foreign.content.decode()


@pytest.mark.django_db
def test_page_of_another_name_does_not_become_the_first_official(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = OwnHosts([], in_hall=False)
    for ask in (Client().get, Client().post):
        assert ask(reverse("set_up"), headers={"host": "page.attacker.example"}).status_code == 400
