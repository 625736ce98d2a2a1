"""The server in front of the program: phones that are slow, questions without a body, its end."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from waitress.channel import HTTPChannel

from romme_turnier.accounts.middleware import LARGEST_BODY
from romme_turnier.accounts.setup_word import remember_word
from romme_turnier.fast.lanes import THREADS
from romme_turnier.fast.sessions import SessionStore
from romme_turnier.serving import channel
from romme_turnier.serving.listener import Listener
from romme_turnier.serving.server import Environ, Server
from romme_turnier.web.public.kept import ONLY_UNCHANGED
from tests.factories import make_official

PAGE = b"Rangliste" * 100
LARGE = 25_000  # pages: more than the server holds for a phone that does not take them
_started, _go_on = threading.Event(), threading.Event()
_now: list[Environ] = []  # requests without an answer yet
_side_by_side: list[int] = []  # how many of them there were, at each


def program(environ: Environ, start: Callable[..., object]) -> list[bytes]:
    headers = [("Content-Length", str(len(PAGE))), ("X-Host", environ.get("HTTP_HOST", ""))]
    if environ["REQUEST_METHOD"] == "POST":
        environ["wsgi.input"].read()
        _now.append(environ)
        _side_by_side.append(len(_now))
        time.sleep(0.05)
        _now.remove(environ)
    if environ.get("HTTP_IF_NONE_MATCH") == '"1"':
        start("304 Not Modified", [("ETag", '"1"')])
        return [b""]
    if ONLY_UNCHANGED in environ:
        start("204 No Content", [])
        return [b""]
    if environ["PATH_INFO"] == "/large":
        start("200 OK", [("Content-Length", str(len(PAGE) * LARGE))])
        return [PAGE] * LARGE
    if environ["PATH_INFO"].endswith("/long"):
        _started.set()
        assert _go_on.wait(10)
    start("200 OK", headers)
    return [PAGE]


@pytest.fixture
def server() -> Iterator[Server]:
    _started.clear()
    _go_on.clear()
    server = Server(program, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    _go_on.set()
    server.stop()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def phone(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    yield connection
    connection.close()


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ha", b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\nname="]
)
def test_phones_that_send_nothing_or_half_a_request_keep_nobody_waiting(
    sent: bytes, server: Server, phone: http.client.HTTPConnection
) -> None:
    with ExitStack() as stack:
        for _ in range(THREADS + 1):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            slow.sendall(sent)
        phone.request("GET", "/")
        assert phone.getresponse().read() == PAGE


def remembered_word() -> str:
    answer = HttpResponse()
    remember_word(answer)
    return answer.cookies.output(attrs=[], header="").strip()


OF_PLAYERS = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
STARTER = {"Cookie": remembered_word()}
MOST = [
    ("public:my_card", {}, OF_PLAYERS),
    ("organiser:participants_import", {}, 20 * 2**20),
    ("set_up_from_backup", {}, OF_PLAYERS),
    ("set_up_from_backup", STARTER, LARGEST_BODY),
]


def begin_to_send(phone: http.client.HTTPConnection, address: str, length: int, headers: dict[str, str]) -> None:
    phone.putrequest("POST", reverse(address, args=["pokal"] if ":" in address else []))
    for name, value in headers.items():
        phone.putheader(name, value)
    phone.putheader("Content-Length", str(length))
    phone.endheaders(b"x")


@pytest.mark.parametrize(("address", "headers", "most"), MOST)
def test_body_that_is_too_large_for_its_address_is_refused_before_it_is_sent(
    address: str, headers: dict[str, str], most: int, phone: http.client.HTTPConnection
) -> None:
    begin_to_send(phone, address, most + 1, headers)
    assert phone.getresponse().status == 413
    phone.close()
    phone.timeout = 0.1
    begin_to_send(phone, address, most, headers)
    with pytest.raises(TimeoutError):  # the rest is waited for
        phone.getresponse()


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("text/plain", 200),
        ("application/x-www-form-urlencoded;charset=UTF-8", 200),
        ('multipart/form-data; boundary=x; charset="utf-8"', 200),
        ("multipart/form-data; boundary=x; charset=raw_unicode_escape", 400),
        ("text/plain; CHARSET = idna", 400),
        ('text/plain; charset=utf-8; charset="hex"', 400),
        ("text/plain; charset*=nonsense''%41", 400),
        ("multipart/form-data; boundary*=nonsense''%41", 400),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_utf8_is_taken(method: str, content_type: str, status: int, phone: http.client.HTTPConnection) -> None:
    """Django reads forms and addresses with any codec that a request names, and fails with some of them."""
    phone.request(method, "/", headers={"Content-Type": content_type})
    assert phone.getresponse().status == status


def test_body_whose_length_nobody_told_is_refused_once_it_is_too_large(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as phone:
        phone.sendall(b"POST /t/pokal/ich/ HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = 0
        with suppress(OSError):  # it is hung up while we send
            while sent < 50 * 2**20:
                phone.sendall(b"10000\r\n" + b"x" * 2**16 + b"\r\n")
                sent += 2**16
    assert OF_PLAYERS <= sent < 2 * OF_PLAYERS + 2**23  # the difference is the buffers of two sockets


def test_head_is_answered_with_the_headers_of_get_and_without_a_body(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as phone:
        phone.sendall(b"HEAD / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: phone.recv(65_536), b""))
    headers, _, body = answer.partition(b"\r\n\r\n")
    assert f"Content-Length: {len(PAGE)}".encode() in headers
    assert body == b""


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_host_of_the_request_line_goes_before_that_of_the_headers(
    method: str, phone: http.client.HTTPConnection
) -> None:
    phone.putrequest(method, "http://page.attacker.example:8000/", skip_host=True)
    phone.putheader("Host", "127.0.0.1")
    phone.endheaders()
    answer = phone.getresponse()
    answer.read()
    assert answer.headers["X-Host"] == "page.attacker.example:8000"


def test_large_answer_comes_whole_to_a_phone_that_takes_its_time(phone: http.client.HTTPConnection) -> None:
    phone.request("GET", "/large")
    answer = phone.getresponse()
    time.sleep(0.2)
    assert answer.read() == PAGE * LARGE


def test_no_answer_waits_for_the_next_look_at_all_connections(phone: http.client.HTTPConnection) -> None:
    began = time.monotonic()
    for _ in range(300):
        phone.request("GET", "/")
        phone.getresponse().read()
    assert time.monotonic() - began < 300 * 0.02  # as one in ten that waits for the second to end


def test_phone_that_hears_of_nothing_new_keeps_its_connection(phone: http.client.HTTPConnection) -> None:
    phone.request("GET", "/", headers={"If-None-Match": '"1"'})
    answer = phone.getresponse()
    answer.read()
    assert answer.status == 304
    assert not answer.will_close
    first = phone.sock
    phone.request("GET", "/")
    assert phone.getresponse().read() == PAGE
    assert phone.sock is first


PAGE_OF_EVENT = "/t/pokal/"
SIGNED_IN = {"Cookie": "sessionid=petra", "Content-Type": "application/json"}
ADDRESS_OF_A_ROW = reverse("organiser:list_row", args=["pokal", 1, 1])


@pytest.fixture
def busy(server: Server) -> Iterator[None]:
    """As many as there are usual threads keep them."""
    with ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(sending(server, b"GET /long HTTP/1.1\r\nHost: hall\r\n\r\n"))
        assert _started.wait(5)
        yield
        assert not _go_on.is_set()


def sending(server: Server, request: bytes) -> socket.socket:
    stranger = socket.create_connection(("127.0.0.1", server.port))
    stranger.sendall(request)
    return stranger


def waits(phone: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str]) -> bool:
    """Whether the answer waits for the requests that keep all threads busy."""
    phone.timeout = 0.3
    phone.request(method, path, b"{}" if method == "POST" else None, headers)
    try:
        phone.getresponse().read()
    except TimeoutError:
        return True
    finally:
        phone.close()
    return False


@pytest.mark.usefixtures("busy")
@pytest.mark.speed
def test_phones_that_ask_again_do_not_wait_for_those_who_keep_everybody_busy(
    phone: http.client.HTTPConnection,
) -> None:
    assert not waits(phone, "GET", PAGE_OF_EVENT, {"If-None-Match": '"1"'})


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (PAGE_OF_EVENT, {"If-None-Match": '"x"'}),  # the page has changed
        (PAGE_OF_EVENT + "?q=7", {"If-None-Match": '"1"'}),
        (PAGE_OF_EVENT, {"If-None-Match": '"1"', "Cookie": "sessionid=petra"}),
        ("/regel-check/", {"If-None-Match": '"1"'}),
        ("/", {"If-None-Match": '"1"'}),
    ],
)
def test_header_of_a_stranger_chooses_no_faster_lane(
    path: str, headers: dict[str, str], phone: http.client.HTTPConnection
) -> None:
    assert waits(phone, "GET", path, headers)


def test_what_a_stranger_asks_for_does_not_keep_phones_waiting(
    server: Server, phone: http.client.HTTPConnection
) -> None:
    for path in (b"/t/pokal/long", b"/long"):
        with sending(server, b'GET %s HTTP/1.1\r\nHost: hall\r\nIf-None-Match: "x"\r\n\r\n' % path):
            assert _started.wait(5)
            assert not waits(phone, "GET", PAGE_OF_EVENT, {"If-None-Match": '"1"'})


def test_changed_page_comes_whole_after_the_short_lane(phone: http.client.HTTPConnection) -> None:
    for method, body in (("GET", PAGE), ("HEAD", b"")):
        phone.request(method, PAGE_OF_EVENT, headers={"If-None-Match": '"x"'})
        answer = phone.getresponse()
        assert (answer.status, answer.read()) == (200, body)


@pytest.fixture
def petra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only she is signed in."""
    monkeypatch.setattr(channel, "_is_signed_in", lambda request: request.headers["COOKIE"] == SIGNED_IN["Cookie"])


def _send_at_once(server: Server, people: int, address: str) -> int:
    """People send to an address at the same moment; returns the most requests answered in parallel."""
    _side_by_side.clear()

    def send() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("POST", address, b"{}", SIGNED_IN)
        assert connection.getresponse().read() == PAGE
        connection.close()

    threads = [threading.Thread(target=send) for _one in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_side_by_side) == people
    return max(_side_by_side)


on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases take several writers at a time")


@on_sqlite
@pytest.mark.usefixtures("petra")
@pytest.mark.speed
def test_rows_are_saved_one_after_the_other(server: Server) -> None:
    assert _send_at_once(server, 4, ADDRESS_OF_A_ROW) == 1
    assert _send_at_once(server, 4, "/other/") > 1  # the negative control


@on_sqlite
@pytest.mark.usefixtures("petra", "busy")
@pytest.mark.parametrize(
    ("path", "changed", "expected"),
    [
        (ADDRESS_OF_A_ROW, {}, False),
        (ADDRESS_OF_A_ROW, {"Cookie": "sessionid=somebody"}, True),
        (ADDRESS_OF_A_ROW, {"Cookie": "petra=sessionid"}, True),
        (ADDRESS_OF_A_ROW, {"Content-Type": "multipart/form-data; boundary=a"}, True),
        ("/other/", {}, True),
    ],
)
@pytest.mark.speed
def test_only_rows_of_signed_in_users_are_saved_while_others_keep_the_server_busy(
    path: str, changed: dict[str, str], expected: bool, phone: http.client.HTTPConnection
) -> None:
    assert waits(phone, "POST", path, SIGNED_IN | changed) is expected


@pytest.mark.django_db(transaction=True)
def test_session_tells_whether_somebody_is_signed_in() -> None:
    for path, client in (("/", Client()), ("/leitung/", Client())):
        client.get(path)
    signed_in = Client()
    signed_in.force_login(make_official())
    nobody = SessionStore()
    nobody["theme"] = "dark"
    nobody.save()
    keys = [signed_in.session.session_key, nobody.session_key, "a" * 32, "", "\x00" * 32]
    requests: list[Any] = [SimpleNamespace(headers={"COOKIE": f"sessionid={key}"}) for key in keys]
    assert [channel._is_signed_in(request) for request in requests] == [True, False, False, False, False]


# Connections


POST = b"POST / HTTP/1.1\r\nHost: hall\r\n"


@pytest.mark.parametrize(
    ("sent", "received", "seconds"),
    [
        (b"GET / HTTP/1.1\r\nHost: ha", 0, 30),
        (POST + b"Content-Length: 9000\r\n\r\n" + b"x" * 4000, 4000, 62),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\nab", 5, 60),
    ],
)
def test_request_that_comes_too_slowly_is_cut_off(sent: bytes, received: int, seconds: int, server: Server) -> None:
    with sending(server, sent) as slow:
        wait_until(lambda: any(one.request for one in server._server.active_channels.values()))
        [slowly] = server._server.active_channels.values()
        wait_until(lambda: slowly.request.body_bytes_received == received)
        assert not slowly.is_overdue(slowly._began + seconds)
        server._server.maintenance(slowly._began + seconds + 1)
        slow.settimeout(5)
        assert slow.recv(1) == b""


@pytest.mark.parametrize("sent", [b"", b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"])
def test_connection_without_a_request_is_closed_after_a_minute(sent: bytes, server: Server) -> None:
    with sending(server, sent) as silent:
        silent.settimeout(5)
        if b"GET" in sent:
            answer = http.client.HTTPResponse(silent)
            answer.begin()
            assert answer.read() == PAGE
        wait_until(lambda: [*server._server.active_channels.values()] != [])
        [channel] = server._server.active_channels.values()
        wait_until(lambda: not channel.requests)
        channel.last_activity = channel.idle_since + 60  # it has just sent an empty line
        server._server.maintenance(channel.idle_since + 60)
        assert not channel.will_close
        server._server.maintenance(channel.idle_since + 61)
        assert silent.recv(1) == b""


def test_many_requests_at_once_of_a_phone_that_takes_no_answer_keep_nobody_waiting(
    server: Server, phone: http.client.HTTPConnection
) -> None:
    request = b"GET /large HTTP/1.1\r\nHost: hall\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(THREADS):
            greedy = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            greedy.sendall(request * 5)
        phone.request("GET", "/")
        assert phone.getresponse().read() == PAGE
        wait_until(lambda: len(server._server.active_channels) == 1)


def test_phone_that_takes_nothing_of_its_answer_is_hung_up_on(server: Server) -> None:
    with sending(server, b"GET /large HTTP/1.1\r\nHost: hall\r\n\r\n"):
        wait_until(lambda: any(one.total_outbufs_len for one in server._server.active_channels.values()))
        [channel] = server._server.active_channels.values()
        assert not channel.is_overdue(channel.last_activity + 60)
        server._server.maintenance(time.time() + 3600)
        wait_until(lambda: not server._server.active_channels)


def wait_until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def connected(address: str, idle_since: float, *, busy: bool = False) -> SimpleNamespace:
    return SimpleNamespace(addr=(address, 4711), idle_since=idle_since, requests=[1] * busy, handle_close=Mock())


def closed_of(channels: list[SimpleNamespace], most: int) -> list[SimpleNamespace]:
    listener = SimpleNamespace(_most=most, active_channels=dict(enumerate(channels)))
    Listener._make_room(listener)  # type: ignore[arg-type]
    return [channel for channel in channels if channel.handle_close.called]


def test_room_is_made_by_the_address_that_holds_most() -> None:
    hall = [connected("10.0.0.1", idle_since=0) for _phone in range(500)]
    attacker = [connected("10.0.0.66", idle_since=100 + number) for number in range(3_500)]
    closed = closed_of(hall + attacker, most=4_000)
    assert len(closed) == 200
    assert closed == attacker[:200]


def test_phones_that_ask_often_stay_behind_one_address_with_silent_connections() -> None:
    phones = [connected("10.0.0.1", idle_since=1_000, busy=number % 50 == 0) for number in range(500)]
    silent = [connected("10.0.0.1", idle_since=990) for _number in range(3_500)]
    closed = closed_of(phones + silent, most=4_000)
    assert len(closed) == 200
    assert not any(phone in closed for phone in phones)


def test_new_client_finds_room_where_one_client_holds_every_connection(
    server: Server, phone: http.client.HTTPConnection
) -> None:
    server._server._most = 40
    with ExitStack() as stack:
        for _ in range(80):
            stack.enter_context(sending(server, b""))
        phone.request("GET", "/")
        assert phone.getresponse().read() == PAGE
        assert len(server._server.active_channels) <= 41


@pytest.mark.speed
def test_silent_phones_make_no_answer_to_another_one_slower(
    server: Server, phone: http.client.HTTPConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def writable(channel: HTTPChannel) -> bool:
        asked.append(channel)
        return bool(channel.total_outbufs_len or channel.will_close or channel.close_when_flushed)

    monkeypatch.setattr(HTTPChannel, "writable", writable)
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        for _ in range(20):
            phone.request("GET", "/")
            phone.getresponse().read()
    assert len(asked) < 20 * 50 / 2  # all of them only occasionally


def test_server_that_stops_answers_what_it_has_begun(server: Server, phone: http.client.HTTPConnection) -> None:
    phone.request("GET", "/long")
    assert _started.wait(5)
    server.stop()
    _go_on.set()
    assert phone.getresponse().read() == PAGE
