"""Delivery of webhooks over real sockets: signatures, retries, hanging receivers, inner addresses."""

import json
import socket
import threading
import time
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from itertools import pairwise

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from django.db import connection, transaction
from django.utils import timezone
from django.utils.http import http_date
from hypothesis import given, strategies as st

from romme_turnier.tournament.models import Hook, HookAttempt, HookMessage
from romme_turnier.tournament.publishing import delivery
from romme_turnier.tournament.publishing.delivery import Rounds, deliver_due, pause_after, signature
from romme_turnier.tournament.publishing.forgetting import confirm
from romme_turnier.tournament.publishing.hooks import send_test
from romme_turnier.tournament.shared.outbox import Type
from tests.factories import make_hook, make_official, make_organiser
from tests.tournament.publishing.receivers import OK, PUBLIC, Net, Received

SECRET = b"s" * 32  # of make_hook
Off = Hook.Off


def waiting(hook: Hook, kind: str = Type.EVENT_CHANGED, **fields: object) -> HookMessage:
    return HookMessage.objects.create(
        hook=hook, type=kind, **{"ids": {"event": "pokal"}, "due_at": timezone.now(), **fields}
    )


@dataclass
class Clock:
    """The time that the program reads, until a test changes it."""

    now: datetime


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


def is_genuine(request: Received, secret: bytes = SECRET) -> bool:
    """Checks a signature with another implementation of HMAC than the program's."""
    version, _comma, given_signature = request.headers["webhook-signature"].partition(",")
    code = HMAC(secret, SHA256())
    head = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}."
    code.update(head.encode() + request.body)
    try:
        code.verify(b64decode(given_signature))
    except InvalidSignature:
        return False
    return version == "v1"


# --- Signatures and pauses ---


def test_signature_is_that_of_the_published_example():
    """The example of the reference implementations of Standard Webhooks."""
    secret = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    made = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@given(st.lists(st.floats(0, 1), min_size=9, max_size=9))
def test_pauses_grow_for_three_days_whatever_the_chance(chances):
    pauses = [pause for number, chance in enumerate(chances) if (pause := pause_after(number, chance))]
    assert len(pauses) == len(chances)
    assert all(longer > shorter for shorter, longer in pairwise(pauses))
    assert timedelta(days=3) <= sum(pauses, timedelta()) <= timedelta(days=3.5)
    assert pause_after(9, 0.5) is None


# --- Addresses ---


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.1.2.3", "0.0.0.1", "10.0.0.7", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.2.1", "198.18.0.1", "203.0.113.5"),
        *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fe80::1%2", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1"),
        *("2002:7f00:1::", "2002:a9fe:a9fe::", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2001::1"),
    ],
)
def test_addresses_outside_of_the_public_internet_are_refused(address):
    assert not delivery.is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [PUBLIC, "8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"],
)
def test_public_addresses_are_accepted(address):
    assert delivery.is_public(ip_address(address))


# --- One message ---


@pytest.mark.django_db
class TestOneHook:
    def test_message_has_ids_and_a_type_only_and_is_signed(self, net: Net):
        hook = make_hook(make_organiser(), "https://rc-herz.example/meldungen?von=romme")
        message = waiting(hook, ids={"event": "pokal", "series": 2})
        with net.receiver() as receiver:
            deliver_due(hook.pk)
        (request,) = receiver.requests
        assert (request.host, request.target) == ("rc-herz.example", "/meldungen?von=romme")
        body = json.loads(request.body)
        assert body == {
            "type": "event.changed",
            "timestamp": message.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "data": {"event": "pokal", "series": 2},
        }
        assert request.headers["webhook-id"] == message.key
        assert abs(int(request.headers["webhook-timestamp"]) - time.time()) < 60
        assert is_genuine(request)
        message.refresh_from_db()
        hook.refresh_from_db()
        assert message.delivered_at is not None
        assert (message.due_at, hook.busy_until, hook.failing_since) == (None, None, None)
        assert message.attempts.get().status == 204

    @pytest.mark.parametrize("what", ["body", "webhook-id", "webhook-timestamp", "secret"])
    def test_altered_or_replayed_message_has_no_genuine_signature(self, net: Net, what):
        hook = make_hook(make_organiser())
        waiting(hook)
        with net.receiver() as receiver:
            deliver_due(hook.pk)
        (request,) = receiver.requests
        if what == "secret":
            assert not is_genuine(request, b"x" * 32)
        elif what == "body":
            assert not is_genuine(Received("", "", request.headers, request.body.replace(b"pokal", b"pokel")))
        else:
            later = {**request.headers, what: request.headers[what] + "1"}
            assert not is_genuine(Received("", "", later, request.body))

    def test_failed_message_comes_again_with_the_same_id_and_body_and_a_new_time(self, net: Net, monkeypatch):
        hook = make_hook(make_organiser())
        message = waiting(hook)
        answers = [b"HTTP/1.1 500 Oh\r\n\r\n", OK]
        with net.receiver(lambda _request: answers.pop(0)) as receiver:
            deliver_due(hook.pk)
            hook.refresh_from_db()
            message.refresh_from_db()
            assert hook.failing_since is not None
            in_seconds = message.due_at.timestamp() - time.time() if message.due_at else 0
            assert 4 < in_seconds < 6
            deliver_due(hook.pk)  # not due yet
            assert len(receiver.requests) == 1
            later = timezone.now() + timedelta(minutes=1)
            monkeypatch.setattr(timezone, "now", lambda: later)
            deliver_due(hook.pk)
        first, second = receiver.requests
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert first.body == second.body
        assert int(second.headers["webhook-timestamp"]) > int(first.headers["webhook-timestamp"])
        assert is_genuine(second)
        assert Hook.objects.get().failing_since is None
        assert [attempt.status for attempt in message.attempts.order_by("pk")] == [500, 204]

    def test_broken_receiver_gets_one_request_in_each_pause_and_then_all_messages(self, net: Net, clock: Clock):
        hook = make_hook(make_organiser())
        messages = [waiting(hook) for _number in range(30)]
        answers = [b"HTTP/1.1 500 Oh\r\n\r\n"] * 4
        with net.receiver(lambda _request: answers.pop() if answers else OK) as receiver:
            for number, pause in enumerate(delivery.PAUSES[:4], 1):
                deliver_due(hook.pk)
                assert len(receiver.requests) == number
                clock.now += 0.99 * pause
                deliver_due(hook.pk)
                assert len(receiver.requests) == number
                clock.now += 0.12 * pause
            assert len(set(receiver.heads())) == 4  # one message cannot use up the pauses of all
            deliver_due(hook.pk)
            assert len(receiver.requests) == 34
        assert _delivered(messages) == 30
        hook.refresh_from_db()
        assert (hook.failing_since, hook.busy_until) == (None, None)

    def test_message_that_the_receiver_cannot_digest_blocks_no_other(self, net: Net, clock: Clock):
        hook = make_hook(make_organiser())
        bad, *good = [waiting(hook) for _number in range(3)]

        def answer(request: Received) -> bytes:
            return b"HTTP/1.1 500 Oh\r\n\r\n" if request.headers["webhook-id"] == bad.key else OK

        with net.receiver(answer) as receiver:
            for _round in range(3):
                deliver_due(hook.pk)
                clock.now += timedelta(seconds=6)
        assert receiver.heads() == [bad.key, good[0].key, good[1].key, bad.key]
        bad.refresh_from_db()
        assert bad.failures == 2
        assert _delivered([bad, *good]) == 2

    @pytest.mark.parametrize(
        ("status", "value", "seconds"),
        [
            *((429, "7200", 7200), (503, "7200", 7200), (429, "999999999", 86_400), (429, "9" * 3000, 86_400)),
            *((503, "in 3 hours", 10_800), (429, "in 300 hours", 86_400)),
            *(
                (500, "7200", 5),
                (429, "1", 5),
                (429, "in -3 hours", 5),
                (429, "-7200", 5),
                (503, "bald", 5),
                (503, "", 5),
            ),
        ],
    )
    def test_receiver_says_when_to_come_back(self, net: Net, clock: Clock, status, value, seconds):
        hook = make_hook(make_organiser())
        waiting(hook)
        if value.startswith("in "):
            value = http_date((clock.now + timedelta(hours=int(value.split()[1]))).timestamp())
        head = f"HTTP/1.1 {status} Later\r\nServer: x\r\nretry-after: {value}\r\n\r\nRetry-After: 9000\r\n\r\n"
        with net.receiver(lambda _request: head.encode()):
            deliver_due(hook.pk)
        hook.refresh_from_db()
        assert hook.busy_until is not None
        assert seconds - 1 < (hook.busy_until - clock.now).total_seconds() < seconds + 1

    def test_endless_headers_of_a_busy_receiver_are_not_read(self, net: Net, clock: Clock):
        hook = make_hook(make_organiser())
        message = waiting(hook)
        with net.receiver(lambda _request: b"HTTP/1.1 429 Later\r\nx: " + b"x" * 5_000_000):
            deliver_due(hook.pk)
        assert message.attempts.get().status == 429
        hook.refresh_from_db()
        assert hook.busy_until is not None
        assert hook.busy_until < clock.now + timedelta(seconds=6)

    def test_test_of_an_official_ends_the_pause_and_goes_first(self, net: Net, clock: Clock):
        failing_since, busy_until = clock.now - timedelta(days=1), clock.now + timedelta(hours=9)
        hook = make_hook(make_organiser(), failing_since=failing_since, busy_until=busy_until)
        waiting(hook)
        with net.receiver() as receiver:
            deliver_due(hook.pk)
            assert receiver.requests == []
            send_test(hook, by=make_official(username="vorsitz", is_superuser=True))
            deliver_due(hook.pk)
        assert [json.loads(request.body)["type"] for request in receiver.requests] == ["test", "event.changed"]

    def test_test_of_an_official_does_not_disturb_an_attempt(self, clock: Clock):
        hook = make_hook(make_organiser(), busy_until=clock.now + timedelta(minutes=1))
        send_test(hook, by=make_official(username="vorsitz", is_superuser=True))
        hook.refresh_from_db()
        assert hook.busy_until == clock.now + timedelta(minutes=1)

    def test_clock_set_back_ends_the_time_of_a_server_that_died(self, net: Net, clock: Clock):
        hook = make_hook(make_organiser(), busy_until=clock.now + timedelta(hours=5))
        message = waiting(hook)
        with net.receiver():
            deliver_due(hook.pk)
        assert _delivered([message]) == 1

    def test_three_days_without_success_give_up_old_messages_but_not_those_about_people(self, net: Net, clock: Clock):
        long_ago, yesterday = clock.now - timedelta(days=4), clock.now - timedelta(days=1)
        hook = make_hook(make_organiser(), failing_since=long_ago)
        old, person = waiting(hook, at=long_ago), waiting(hook, Type.PERSON_CHANGED, at=long_ago)
        fresh = [waiting(hook, at=yesterday) for _number in range(2)]
        with net.receiver(lambda _request: b"HTTP/1.1 500 Oh\r\n\r\n") as receiver:
            deliver_due(hook.pk)
        assert len(receiver.requests) == 1
        assert set(hook.messages.exclude(due_at=None)) == {person, *fresh}
        assert old.attempts.count() == 1

    def test_message_is_given_up_after_the_last_pause(self, net: Net):
        hook = make_hook(make_organiser())
        message = waiting(hook, failures=9)
        with net.receiver(lambda _request: b"HTTP/1.1 503 Busy\r\n\r\n"):
            deliver_due(hook.pk)
        message.refresh_from_db()
        assert (message.due_at, message.delivered_at, message.failures) == (None, None, 10)

    def test_message_about_a_person_comes_again_once_the_hook_works(self, net: Net):
        hook = make_hook(make_organiser(), failing_since=timezone.now())
        missed = waiting(hook, Type.PERSON_CHANGED, failures=10, due_at=None)
        waiting(hook)
        with net.receiver() as receiver:
            deliver_due(hook.pk)
        assert missed.key in receiver.heads()

    def test_message_that_was_confirmed_during_a_failed_attempt_does_not_come_again(self, monkeypatch):
        hook = make_hook(make_organiser())
        message = waiting(hook, Type.PERSON_CHANGED)

        def send(*_arguments: object) -> delivery.Outcome:
            assert confirm(hook.organiser, [message.key]) == 1
            return delivery.Outcome(status=504)

        monkeypatch.setattr(delivery, "send", send)
        deliver_due(hook.pk)
        message.refresh_from_db()
        assert (message.due_at, message.attempts.get().status) == (None, 504)

    def test_answer_410_switches_the_hook_off(self, net: Net):
        hook = make_hook(make_organiser())
        person, other = waiting(hook, Type.PERSON_CHANGED), waiting(hook)
        with net.receiver(lambda _request: b"HTTP/1.1 410 Gone\r\n\r\n") as receiver:
            deliver_due(hook.pk)
            deliver_due(hook.pk)
        assert len(receiver.requests) == 1
        hook.refresh_from_db()
        assert (hook.off_because, hook.off_at is not None) == (Off.GONE, True)
        for message in (person, other):
            message.refresh_from_db()
            assert message.due_at is None

    def test_redirect_is_a_failure_and_is_not_followed(self, net: Net):
        hook = make_hook(make_organiser())
        message = waiting(hook)
        there = b"HTTP/1.1 307 Here\r\nLocation: https://anders.example/\r\n\r\n"
        with net.receiver(lambda _request: there) as receiver:
            deliver_due(hook.pk)
        assert [request.host for request in receiver.requests] == ["rc-herz.example"]
        assert net.lookups == ["rc-herz.example"]
        assert message.attempts.get().status == 307
        message.refresh_from_db()
        assert message.delivered_at is None

    def test_of_an_endless_answer_only_the_first_line_is_read(self, net: Net):
        hook = make_hook(make_organiser())
        message = waiting(hook)
        with net.receiver(lambda _request: OK + b"x" * 5_000_000):
            deliver_due(hook.pk)
        assert message.attempts.get().status == 204
        again = waiting(hook)
        with net.receiver(lambda _request: b"x" * 5_000_000):
            deliver_due(hook.pk)
        assert again.attempts.get().fault == HookAttempt.Fault.NO_ANSWER

    def test_answer_that_drips_ends_in_time(self, net: Net, monkeypatch):
        monkeypatch.setattr(delivery, "ATTEMPT", 0.6)
        hook = make_hook(make_organiser())
        message = waiting(hook)
        ended = threading.Event()

        def hang(_request: Received) -> bytes:
            ended.wait(20)
            return OK

        began = time.monotonic()
        with net.receiver(hang):
            deliver_due(hook.pk)
            ended.set()
        assert time.monotonic() - began < 10
        assert message.attempts.get().fault == HookAttempt.Fault.TIMEOUT

    @pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::ffff:127.0.0.1"])
    def test_one_inner_address_among_others_refuses_all(self, net: Net, address):
        net.addresses["rc-herz.example"] = [PUBLIC, address]
        hook = make_hook(make_organiser())
        message = waiting(hook)
        deliver_due(hook.pk)
        assert net.connected == []
        assert message.attempts.get().fault == HookAttempt.Fault.NOT_PUBLIC

    def test_the_resolved_address_is_the_one_connected_to(self, net: Net):
        """A name that leads elsewhere a moment later is not asked again."""
        hook = make_hook(make_organiser())
        waiting(hook)
        with net.receiver():
            deliver_due(hook.pk)
        assert (net.lookups, net.connected) == (["rc-herz.example"], [PUBLIC])

    def test_dead_address_leaves_time_for_the_next(self, net: Net):
        net.addresses["rc-herz.example"] = ["8.8.8.8", PUBLIC]
        hook = make_hook(make_organiser())
        message = waiting(hook)
        with net.receiver():
            deliver_due(hook.pk)
        assert net.connected == ["8.8.8.8", PUBLIC]
        assert message.attempts.get().status == 204

    def test_name_without_an_address_and_certificate_of_another_name_are_faults(self, net: Net):
        net.addresses["weg.example"] = []
        for host, fault in (("weg.example", "not_found"), ("a.rc-herz.example", "certificate")):
            hook = make_hook(make_organiser(), f"https://{host}/")
            message = waiting(hook)
            with net.receiver() as receiver:
                deliver_due(hook.pk)
            assert message.attempts.get().fault == fault
            assert receiver.requests == []

    def test_secret_of_another_machine_switches_the_hook_off_and_sends_nothing(self, net: Net, settings):
        hook = make_hook(make_organiser())
        waiting(hook)
        settings.SECRET_KEY = "that of another machine"
        deliver_due(hook.pk)
        hook.refresh_from_db()
        assert hook.off_because == Off.SEALED
        assert net.connected == []

    def test_hook_that_another_server_delivers_to_is_left_alone(self, net: Net):
        hook = make_hook(make_organiser(), busy_until=timezone.now() + timedelta(minutes=1))
        waiting(hook)
        deliver_due(hook.pk)
        assert net.connected == []
        Hook.objects.update(busy_until=timezone.now() - timedelta(seconds=1))  # that server has ended
        with net.receiver() as receiver:
            deliver_due(hook.pk)
        assert len(receiver.requests) == 1

    def test_old_messages_go_after_thirty_days_but_not_those_that_nobody_confirmed(self):
        hook, long_ago = make_hook(make_organiser()), timezone.now() - timedelta(days=31)
        gone = waiting(hook, at=long_ago, due_at=None)
        open_one = waiting(hook, Type.PERSON_CHANGED, at=long_ago, due_at=None)
        confirmed = waiting(hook, Type.PERSON_CHANGED, at=long_ago, due_at=None, confirmed_at=long_ago)
        fresh = waiting(hook, due_at=None)
        delivery.delete_old(timezone.now())
        assert set(HookMessage.objects.all()) == {open_one, fresh}
        assert not HookMessage.objects.filter(pk__in=[gone.pk, confirmed.pk]).exists()


# --- Twenty hooks ---


def _twenty(net: Net, inside_port: int) -> list[HookMessage]:
    """Twenty hooks with a message each: number 0 hangs, number 1 leads to a port of this machine."""
    organiser = make_organiser()
    net.addresses["h1.example"] = ["127.0.0.1"]
    ports = {1: f":{inside_port}"}
    return [waiting(make_hook(organiser, f"https://h{n}.example{ports.get(n, '')}/")) for n in range(20)]


def _delivered(messages: list[HookMessage]) -> int:
    return HookMessage.objects.filter(pk__in=[row.pk for row in messages], delivered_at__isnull=False).count()


def _rounds_until(count: int, messages: list[HookMessage], seconds: float) -> tuple[Rounds, float]:
    """Lets the thread's rounds go until `count` messages are delivered; returns the seconds, too."""
    rounds, began = Rounds(), time.monotonic()
    while time.monotonic() - began < seconds and _delivered(messages) < count:
        rounds.go()
        time.sleep(0.05)
    return rounds, time.monotonic() - began


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [True, False])
def test_of_twenty_hooks_one_hangs_and_one_leads_inside_and_no_other_waits(net: Net, monkeypatch, guarded):
    """With the guard off, the port of this machine gets a connection: the test would see one."""
    monkeypatch.setattr(delivery, "ATTEMPT", 6.0)
    if not guarded:
        monkeypatch.setattr(delivery, "is_public", lambda _address: True)
    hanging, ended = [], threading.Event()

    def answer(request: Received) -> bytes:
        if request.host == "h0.example":
            hanging.append(1)
            ended.wait(30)
        return OK

    inside = socket.create_server(("127.0.0.1", 0))
    inside.setblocking(False)
    try:
        messages = _twenty(net, inside.getsockname()[1])
        with net.receiver(answer) as receiver:
            rounds, took = _rounds_until(18, messages, 30)
            running = [thread for thread in threading.enumerate() if thread.name.startswith("hook ")]
            assert running  # the receiver that hangs
            assert all(thread.daemon for thread in running)  # so the server can end
            rounds.wait()
            ended.set()
        assert _delivered(messages) == 18
        assert hanging == [1]
        assert took < 6.0  # the hook that hangs delays no other
        assert sorted(request.host for request in receiver.requests) == sorted(
            f"h{n}.example" for n in range(20) if n != 1
        )
        try:
            inside.accept()[0].close()
            was_reached = True
        except BlockingIOError:
            was_reached = False
        assert was_reached is not guarded
        faults = {row.message.hook.host.partition(".")[0]: row.fault for row in HookAttempt.objects.exclude(fault="")}
        assert faults["h0"] == HookAttempt.Fault.TIMEOUT
        assert (faults.get("h1") == HookAttempt.Fault.NOT_PUBLIC) is guarded
    finally:
        inside.close()
        connection.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hours", [5, 24 * 400])
def test_clock_set_back_ends_pauses_that_began_later(net: Net, clock: Clock, hours):
    right, rounds = clock.now, Rounds()
    clock.now += timedelta(hours=hours)
    hook = make_hook(make_organiser())
    failed = waiting(hook)
    answers = [b"HTTP/1.1 503 Later\r\nRetry-After: 36000\r\n\r\n", b"HTTP/1.1 500 Oh\r\n\r\n"]

    def go() -> None:
        rounds.go()
        rounds.wait()

    with net.receiver(lambda _request: answers.pop(0) if answers else OK) as receiver:
        go()
        fresh = waiting(hook)
        clock.now = right + timedelta(minutes=1)
        go()
        assert receiver.heads() == [failed.key, fresh.key]
        clock.now += timedelta(minutes=4)
        go()
        assert len(receiver.requests) == 2  # the second failure pauses as usual
        clock.now += timedelta(minutes=2)
        go()
    assert _delivered([failed, fresh]) == 2


@pytest.mark.django_db(transaction=True)
def test_two_servers_deliver_each_message_once(net: Net):
    organiser = make_organiser()
    messages = [waiting(hook) for hook in [make_hook(organiser, f"https://h{n}.example/") for n in range(6)]]
    messages += [waiting(message.hook) for message in messages]
    servers = [Rounds(), Rounds()]
    with net.receiver() as receiver:
        began = time.monotonic()
        while _delivered(messages) < 12 and time.monotonic() - began < 30:
            threads = [threading.Thread(target=server.go) for server in servers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            time.sleep(0.05)
        for server in servers:
            server.wait()
    assert sorted(receiver.heads()) == sorted(message.key for message in messages)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="has one writer, so no transaction waits for a row")
@pytest.mark.django_db(transaction=True)
def test_result_of_an_attempt_waits_for_an_official_without_a_deadlock(monkeypatch):
    hook = make_hook(make_organiser())
    message = waiting(hook)
    waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"

    def note() -> bool:
        try:
            return delivery._note(message.pk, delivery.Outcome(status=204), timezone.now(), 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            Hook.objects.select_for_update(no_key=True).get(pk=hook.pk)  # as every verb of a hook does
            noting = pool.submit(note)
            began = time.monotonic()
            cursor.execute(waits)
            while cursor.fetchone() == (0,) and time.monotonic() - began < 10:
                time.sleep(0.05)
                cursor.execute(waits)
            assert list(HookMessage.objects.select_for_update(nowait=True)) == [message]
        assert noting.result()
    message.refresh_from_db()
    assert message.delivered_at is not None


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["local", "hall"])
def test_thread_does_not_start_off_the_internet(settings, monkeypatch, mode):
    settings.MODE = mode
    monkeypatch.setattr(delivery, "_thread", None)
    delivery.start()
    assert delivery._thread is None


def test_secret_is_shown_in_the_form_of_the_standard():
    from romme_turnier.tournament.publishing.hooks import _new_secret  # noqa: PLC0415
    from romme_turnier.tournament.shared.sealing import box  # noqa: PLC0415

    secret, sealed = _new_secret()
    prefix, _line, text = secret.partition("_")
    key = b64decode(text, validate=True)
    assert (prefix, len(key)) == ("whsec", 32)
    assert box("webhook").decrypt(sealed.encode()) == key
    assert b64encode(key).decode() not in sealed
