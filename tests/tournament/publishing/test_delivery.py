"""Delivery of webhooks over real sockets: signatures, inner addresses, hanging receivers, several servers."""

import json
import socket
import threading
import time
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from romme_turnier.tournament.models import Hook, HookAttempt, HookMessage
from romme_turnier.tournament.publishing import delivery
from romme_turnier.tournament.publishing.delivery import Rounds, deliver_due, signature
from romme_turnier.tournament.shared.outbox import Type
from tests.factories import make_hook, make_organiser
from tests.tournament.publishing.receivers import OK, PUBLIC, Net, Received, delivered, is_genuine, waiting

# --- Signatures ---


def test_signature_is_that_of_the_published_example():
    """The example of the reference implementations of Standard Webhooks."""
    secret = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    made = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


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
        assert hook.off_because == Hook.Off.SEALED
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

    def test_server_whose_clock_is_behind_does_not_take_a_hook_from_another(self):
        """The same as for a server that waited between looking at its clock and taking the hook."""
        hook = make_hook(make_organiser())
        messages, now = [waiting(hook), waiting(hook)], timezone.now()
        with time_machine.travel(now, tick=False):
            assert delivery._take(hook.pk) == hook
            assert delivery._note(messages[0].pk, delivery.Outcome(status=200), now, 1)
        with time_machine.travel(now - timedelta(seconds=1), tick=False):
            assert delivery._take(hook.pk) is None

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


def _rounds_until(count: int, messages: list[HookMessage], seconds: float) -> tuple[Rounds, float]:
    """Lets the thread's rounds go until `count` messages are delivered; returns the seconds, too."""
    rounds, began = Rounds(), time.monotonic()
    while time.monotonic() - began < seconds and delivered(messages) < count:
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
        assert delivered(messages) == 18
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
def test_two_servers_deliver_each_message_once(net: Net):
    organiser = make_organiser()
    messages = [waiting(hook) for hook in [make_hook(organiser, f"https://h{n}.example/") for n in range(6)]]
    messages += [waiting(message.hook) for message in messages]
    servers = [Rounds(), Rounds()]
    with net.receiver() as receiver:
        began = time.monotonic()
        while delivered(messages) < 12 and time.monotonic() - began < 30:
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
