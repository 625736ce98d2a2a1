"""Pauses of webhooks: repeated messages, busy receivers, messages that are given up, a clock that was set back."""

import json
import time
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from django.utils.http import http_date
from hypothesis import given, strategies as st

from romme_turnier.tournament.models import Hook
from romme_turnier.tournament.publishing import delivery
from romme_turnier.tournament.publishing.delivery import Rounds, deliver_due, pause_after
from romme_turnier.tournament.publishing.forgetting import confirm
from romme_turnier.tournament.publishing.hooks import send_test
from romme_turnier.tournament.shared.outbox import Type
from tests.factories import make_hook, make_official, make_organiser
from tests.tournament.publishing.receivers import OK, Clock, Net, Received, delivered, is_genuine, waiting


@given(st.lists(st.floats(0, 1), min_size=9, max_size=9))
def test_pauses_grow_for_three_days_whatever_the_chance(chances):
    pauses = [pause for number, chance in enumerate(chances) if (pause := pause_after(number, chance))]
    assert len(pauses) == len(chances)
    assert all(longer > shorter for shorter, longer in pairwise(pauses))
    assert timedelta(days=3) <= sum(pauses, timedelta()) <= timedelta(days=3.5)
    assert pause_after(9, 0.5) is None


@pytest.mark.django_db
class TestOneHook:
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
        assert delivered(messages) == 30
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
        assert delivered([bad, *good]) == 2

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

    @pytest.mark.usefixtures("net")
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
        assert delivered([message]) == 1

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
        assert (hook.off_because, hook.off_at is not None) == (Hook.Off.GONE, True)
        for message in (person, other):
            message.refresh_from_db()
            assert message.due_at is None


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
    assert delivered([failed, fresh]) == 2
