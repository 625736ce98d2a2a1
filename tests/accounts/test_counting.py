"""Counts of failures: they are never pushed out, and their contents are never run."""

import base64
import pickle
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.counting import CountsInDatabase, CountsInMemory
from romme_turnier.accounts.models import Counted
from tests.accounts.test_sign_in import PASSWORD, fail_until_locked, sign_in
from tests.factories import make_official, make_open_event

pytestmark = pytest.mark.django_db

MANY = 2_000


@pytest.fixture(params=[CountsInMemory, CountsInDatabase])
def counts(request: pytest.FixtureRequest) -> BaseCache:
    made: BaseCache = request.param("", {})
    made.clear()
    return made


def stored_in(counts: BaseCache) -> int:
    return Counted.objects.count() if isinstance(counts, CountsInDatabase) else len(CountsInMemory._entries)


def test_value_is_there_until_its_end(counts: BaseCache) -> None:
    with time_machine.travel("2026-11-21T14:00:00+01:00", tick=False) as clock:
        counts.set("key", [1.5, 2], timeout=60)
        assert counts.get("key") == [1.5, 2]
        assert not counts.add("key", "another", timeout=60)
        clock.shift(61)
        assert counts.get("key", "nothing") == "nothing"
        assert counts.add("key", "another", timeout=60)
        assert counts.touch("key", 600)
        clock.shift(300)
        assert counts.get("key") == "another"
        assert counts.delete("key")
        assert not counts.delete("key")
        assert not counts.touch("key", 60)


def test_entry_without_an_end_is_refused(counts: BaseCache) -> None:
    with pytest.raises(ValueError, match="timeout"):
        counts.set("key", 1, timeout=None)


def test_only_what_is_over_is_removed(counts: BaseCache) -> None:
    with time_machine.travel("2026-11-21T14:00:00+01:00", tick=False) as clock:
        counts.set("stays", 1, timeout=600)
        for number in range(400):
            counts.set(f"goes-{number}", 1, timeout=10)
        assert counts.get("stays") == 1
        clock.shift(70)
        counts.set("new", 1, timeout=10)
        assert stored_in(counts) == 2


def test_every_process_knows_what_one_has_counted() -> None:
    CountsInDatabase("", {}).set("key", 3, timeout=60)
    assert CountsInDatabase("", {}).get("key") == 3


class _Planted:
    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self._file,)


@pytest.mark.parametrize("encoded", [True, False])
def test_pickle_that_somebody_planted_is_never_loaded(tmp_path: Path, encoded: bool) -> None:
    trap = tmp_path / "ran"
    value = pickle.dumps(_Planted(trap), 0)
    text = base64.b64encode(value).decode() if encoded else value.decode("latin-1").replace("\0", "")
    key = CountsInDatabase("", {}).make_key("key")
    Counted.objects.create(cache_key=key, value=text, expires=timezone.now() + timedelta(hours=1))
    assert CountsInDatabase("", {}).get("key", "nothing") == "nothing"
    assert not trap.exists()
    pickle.loads(value)  # noqa: S301 - the control: it would have run
    assert trap.exists()


def test_no_cache_keeps_pickles_outside_of_the_process() -> None:
    assert isinstance(caches["default"], CountsInMemory | CountsInDatabase)
    for name in settings.CACHES.keys() - {"default"}:
        assert isinstance(caches[name], LocMemCache | DummyCache), name
    assert settings.SESSION_SERIALIZER == "django.contrib.sessions.serializers.JSONSerializer"


def test_failures_of_strangers_unlock_nobody(client: Client, rf: RequestFactory) -> None:
    make_official(username="petra")
    fail_until_locked(client)
    request = rf.post("/")
    for number in range(MANY):
        assert ratelimit.consume(request, app="allauth.account", action="login_failed", key=f"10.0.0.6 {number}")
    assert "Zu viele Versuche" in sign_in(client, "petra", PASSWORD)


def test_number_that_nobody_has_is_counted_for_the_address_alone(client: Client) -> None:
    make_official()  # an empty program leads everybody to its set-up
    event = make_open_event(players=3)
    way = reverse("public:my_card", args=[event.slug])
    for number in range(1000, 1020):
        client.post(way, {"nr": str(number), "code": "AAAAAA"})
    assert stored_in(caches["default"]) == 1
    client.post(way, {"nr": "1", "code": "AAAAAA"})
    assert stored_in(caches["default"]) == 2
