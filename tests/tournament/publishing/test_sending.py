"""Packages by net: the outcomes of sending, and a transport that trusts no answer."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.names.consents import change_own_consents
from romme_turnier.tournament.publishing import sending, transport
from romme_turnier.tournament.publishing.making import hand_over
from romme_turnier.tournament.publishing.sending import State, due_events, send_due, set_host, state_of
from romme_turnier.tournament.publishing.transport import Answer, NoAnswer, address_fault, put_package
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.cast import signed_in
from tests.factories import make_api_token, make_official, one
from tests.tournament.papers.papers import correct, damage_packed_lists
from tests.tournament.publishing.scene import accept, chair_of, correct_again, hosted_club, key_in, laptop_event, packed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> models.Event:
    return laptop_event()


@pytest.fixture
def club(event: models.Event) -> models.Organiser:
    club = hosted_club()
    _token, secret = make_api_token(club, "read write")
    chief = make_official(username="chief", is_superuser=True)
    set_host(event.held_by, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    return club


def state(event: models.Event) -> State:
    event = models.Event.objects.get(pk=event.pk)
    return state_of(event, changed=False)


def test_new_release_goes_by_itself_and_an_old_one_when_asked(event, club, way):
    assert state(event) is State.NEVER
    send_due()
    assert way.answers == []  # released before the hosted program was known
    accept(club, packed(event))  # the chair has accepted the key with a file
    correct(event)
    assert state(event) is State.WAITING
    send_due()
    assert way.answers == [200]
    assert state(event) is State.UP_TO_DATE
    assert models.EventCopy.objects.get().number == event.publication.sent_number == 2
    send_due()
    assert way.answers == [200]


def test_net_that_is_gone_for_an_hour_brings_the_newest_package_once(event, club, way):
    accept(club, packed(event))
    way.down = True
    for _minute in range(5):
        correct_again(event)
        send_due()
        assert state(event) is State.NETWORK
    assert models.EventCopy.objects.get().number == 1
    way.down = False
    send_due()
    send_due()
    assert way.answers == [200]
    assert models.EventCopy.objects.get().number == event.publication.number == 6
    assert models.Event.objects.filter(held_by=club).count() == 1
    assert state(event) is State.UP_TO_DATE
    assert models.EventLog.objects.filter(verb="sending.note_outcome").count() == 1  # not each minute


def test_restored_host_gets_the_newest_package_again_within_a_week(event, club, way):
    accept(club, packed(event))
    of_backup = models.EventCopy.objects.values("number", "digest", "history").get()
    correct(event)
    send_due()
    models.EventCopy.objects.update(**of_backup)
    send_due()
    assert models.EventCopy.objects.get().number == 1
    models.Publication.objects.update(sent_at=timezone.now() - timedelta(days=8))
    send_due()
    send_due()
    assert models.EventCopy.objects.get().number == 2
    assert way.answers == [200, 200]


def test_lost_answer_is_no_second_event(event, club, way, monkeypatch):
    accept(club, packed(event))
    correct(event)

    def lose(*sent: Any) -> Answer:
        way.put(*sent)
        raise NoAnswer("lost")

    monkeypatch.setattr(sending, "put_package", lose)
    send_due()
    assert state(event) is State.NETWORK
    monkeypatch.setattr(sending, "put_package", way.put)
    send_due()
    assert way.answers == [200, 200]
    assert models.StandingsRelease.objects.filter(event__held_by=club).count() == 2
    assert state(event) is State.UP_TO_DATE


def test_refusal_is_shown_and_not_repeated_until_something_changes(event, club, way):
    correct(event)
    send_due()  # the key is not accepted yet
    assert state(event) is State.REFUSED
    assert "noch nicht bekannt" in models.Publication.objects.get().why
    send_due()
    assert way.answers == [409]
    accept(club, packed(event))
    sending.ask_again(event, by=make_official(username="chief"))
    send_due()
    assert state(event) is State.UP_TO_DATE


def test_restored_laptop_hears_that_a_newer_package_is_known(event, club, way):
    packed(event)
    before = models.Publication.objects.values().get()
    correct(event)
    accept(club, packed(event))
    models.Publication.objects.update(**{name: before[name] for name in ("number", "digest", "history", "made_at")})
    models.StandingsRelease.objects.filter(event=event, number=2).delete()
    send_due()
    assert way.answers == [409]
    assert state(event) is State.NEWER


def test_token_without_the_scope_is_refused(event, club, way):
    accept(club, packed(event))
    _token, secret = make_api_token(club, "read")
    chief = make_official(username="chief")
    set_host(event.held_by, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    correct(event)
    send_due()
    assert state(event) is State.REFUSED
    assert models.EventCopy.objects.get().number == 1


def test_token_of_another_club_finds_no_organiser(event, club, way):
    accept(club, packed(event))
    _token, secret = make_api_token(hosted_club("08", "andere"), "write")
    chief = make_official(username="chief")
    set_host(event.held_by, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    correct(event)
    send_due()
    assert way.answers == [404]
    assert state(event) is State.REFUSED


def test_last_package_goes_by_net_too(event, club, way):
    accept(club, packed(event))
    hand_over(event, by=None)
    send_due()
    assert way.answers == [200]
    assert state(event) is State.UP_TO_DATE
    assert models.EventCopy.objects.get().handed_over_at is not None


def test_withdrawn_consent_is_due_without_a_release(event, club, way):
    accept(club, packed(event))
    sending.ask_again(event, by=make_official(username="chief"))
    send_due()
    assert not due_events().exists()
    change_own_consents(one(event, 1), publish_name=False, agrees=None)
    assert due_events().exists()
    send_due()
    copy = models.EventCopy.objects.get().event
    assert not copy.registrations.get(number=1).publish_name


def test_event_with_damaged_packed_lists_is_refused_and_holds_up_no_other(event, club, way):
    second = laptop_event(slug="zweites", held_by=event.held_by)
    accept(club, packed(event))
    packed(second)
    damage_packed_lists(event)
    send_due()
    assert way.answers == [200]
    assert state(event) is State.REFUSED
    assert "beschädigt" in models.Publication.objects.get(event=event).why
    assert state(second) is State.UP_TO_DATE


def test_token_is_sealed_and_the_program_on_the_internet_sends_nothing(event, club, settings):
    _token, secret = make_api_token(club, "write")
    chief = make_official(username="chief")
    host = set_host(event.held_by, address="https://romme.example.org", name="x", token=secret, by=chief)
    assert secret not in host.sealed
    assert secret[12:] not in str(list(models.EventLog.objects.values()))
    settings.MODE = "public"
    with pytest.raises(TournamentError, match="selbst im Internet"):
        set_host(event.held_by, address="https://romme.example.org", name="x", token=secret, by=chief)
    settings.MODE = "local"
    with pytest.raises(Faults, match="anderer Zugang"):  # a thief of the page gets no token by another address
        set_host(event.held_by, address="https://thief.example.org", name="x", token="", by=chief)


def test_pages_of_the_laptop(event, club, way):
    chief = make_official(username="chief")
    client = signed_in(chief)
    settings_page = reverse("organiser:publishing_host", args=[event.held_by.number])
    assert "romme.example.org" in client.get(settings_page).text
    typed = {"address": "ftp://romme.example.org", "name": "gastgeber", "token": "x"}
    assert "https://" in client.post(settings_page, typed).text
    page = reverse("organiser:event_package", args=[event.slug])
    assert "Noch nie gesendet" in client.get(page).text
    assert "wird gesendet" in client.post(page, {"senden": "1"}, follow=True).text
    assert "Wartet" in client.get(page).text
    send_due()
    assert "Abgewiesen" in client.get(page).text
    assert client.post(settings_page, {"entfernen": "1"}, follow=True).status_code == 200
    assert not models.PublishingHost.objects.exists()
    assert signed_in(chair_of(club)).get(settings_page).status_code == 404


# --- The operation of the API -------------------------------------------------------------------------------------


def test_operation_answers_the_same_to_the_same_package(event, club, way):
    data, (_token, secret) = packed(event), make_api_token(club, "write")
    accept(club, data)
    first = way.put("", club.slug, "events/testpokal", data, secret)
    assert first == way.put("", club.slug, "events/testpokal", data, secret)
    assert first.content["number"] == 1
    assert way.put("", club.slug, "events/other", data, secret).status == 409
    assert way.put("", club.slug, "events/testpokal", data[:-1] + bytes([data[-1] ^ 1]), secret).status == 409
    assert way.put("", club.slug, "events/testpokal", b"", secret).status == 409
    assert key_in(data) not in secret


# --- The transport ------------------------------------------------------------------------------------------------


Serve = Callable[[bytes], str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server with one raw answer, and returns its address."""
    servers = []

    def start(answer: bytes) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.wfile.write(answer)

            def log_message(self, *_args: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def answered(status: str, body: bytes, headers: str = "") -> bytes:
    return f"HTTP/1.0 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_answer_of_a_program_is_read(serve):
    address = serve(answered("200 OK", b'{"number": 3}'))
    assert put_package(address, "verein", "abend", b"x", "rt_secret") == Answer(200, {"number": 3})


@pytest.mark.parametrize(
    "answer",
    [
        answered("302 Found", b'{"number": 3}', "Location: https://elsewhere.example.org/\r\n"),
        answered("200 OK", b"<html>Willkommen im WLAN</html>"),
        answered("200 OK", b"[1]"),
        answered("503 Busy", b"{}"),
        answered("429 Busy", b"{}"),
        answered("200 OK", b"[" * 60_000),
        answered("200 OK", b'{"a": "' + b"x" * 10_000_000 + b'"}'),
        b"nonsense\r\n\r\n",
        b"",
    ],
)
def test_other_answers_count_as_no_answer(serve, answer):
    with pytest.raises(NoAnswer):
        put_package(serve(answer), "verein", "abend", b"x", "rt_secret")


def test_nobody_at_the_address_counts_as_no_answer(monkeypatch):
    monkeypatch.setattr(transport, "SECONDS", 1)
    for address in ("http://127.0.0.1:9", "https://127.0.0.1:9", "https://does-not-exist.invalid"):
        with pytest.raises(NoAnswer):
            put_package(address, "verein", "abend", b"x", "rt_secret")


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("https://romme.example.org", True),
        ("https://romme.example.org:8443/", True),
        ("http://127.0.0.1:8000", True),
        ("http://romme.example.org", False),
        ("http://127.0.0.1.example.org", False),
        ("https://user:word@romme.example.org", False),
        ("https://romme.example.org/api", False),
        ("https://romme.example.org?x=1", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("https://[::1", False),
        ("romme.example.org", False),
    ],
)
def test_only_https_and_the_programs_machine_are_accepted(address, good):
    assert (address_fault(address) == "") is good
