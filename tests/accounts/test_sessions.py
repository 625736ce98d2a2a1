"""Sessions are read by a statement of our own, with Django's meaning."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from romme_turnier.fast.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    store = SessionStore()
    store["who"] = "petra"
    store.create()
    return str(store.session_key)


def test_session_is_read_back(key: str) -> None:
    assert SessionStore(key)["who"] == "petra"


def test_session_that_has_expired_is_empty(key: str) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    store = SessionStore(key)
    assert "who" not in store
    assert store.session_key is None


def test_session_that_is_not_there_is_empty(key: str) -> None:
    store = SessionStore(key[::-1])
    assert "who" not in store
    assert store.session_key is None
