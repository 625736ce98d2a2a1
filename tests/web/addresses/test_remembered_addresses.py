"""Remembered addresses are the ones that Django works out."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django import urls
from django.templatetags.static import static
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from romme_turnier.fast import addresses

CALLS: list[dict[str, Any]] = [
    {"viewname": "account_login"},
    {"viewname": "organiser:series", "args": ["testpokal", 1]},
    {"viewname": "organiser:series", "args": ("testpokal", "1")},
    {"viewname": "organiser:series", "kwargs": {"slug": "verein/testpokal", "number": 2}},
    {"viewname": "organiser:series", "kwargs": {"number": 2, "slug": mark_safe("verein/testpokal")}},
    {"viewname": "organiser:series", "args": ["testpokal", 1], "current_app": "documents"},
    {"viewname": "organiser:series", "args": ["testpokal", 1], "query": {"q": "ä"}, "fragment": "tisch-1"},
    {"viewname": "organiser:series", "args": [lazystr("testpokal"), 1]},
    {"viewname": "organiser:evening_open", "args": ["verein/2026", date(2026, 10, 10)]},
]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    addresses._remembered.cache_clear()
    yield
    addresses._remembered.cache_clear()
    urls.set_script_prefix("/")


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_remembered_address_is_that_of_django(call: dict[str, Any]) -> None:
    right = addresses._work_out(**call)
    assert [addresses.reverse(**call), addresses.reverse(**call)] == [right, right]


def test_names_and_arguments_tell_addresses_apart() -> None:
    calls: list[tuple[str, list[Any]]] = [("organiser:series", ["a", 1]), ("organiser:series", ["a", 2])]
    calls += [("organiser:series", ["b", 1]), ("public:event", ["a"]), ("organiser:event", ["a"])]
    assert [addresses.reverse(name, args=args) for name, args in calls] == [
        addresses._work_out(name, args=args) for name, args in calls
    ]


def test_namespace_of_the_page_tells_addresses_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_work_out", lambda _name, *, current_app, **_more: current_app)
    assert [addresses.reverse("x", current_app=app) for app in ("a", "b", "a")] == ["a", "b", "a"]


def test_equal_values_of_other_types_are_not_confused() -> None:
    assert addresses.reverse("organiser:series", args=["a", 1])
    with pytest.raises(urls.NoReverseMatch):
        addresses.reverse("organiser:series", args=["a", True])
    with pytest.raises(urls.NoReverseMatch):
        addresses.reverse("organiser:series", args=["a", 1.0])


def test_prefix_of_the_server_is_kept_apart() -> None:
    assert addresses.reverse("account_login") == "/konto/anmelden/"
    urls.set_script_prefix("/turnier/")
    assert addresses.reverse("account_login") == "/turnier/konto/anmelden/"


def test_address_that_is_not_there_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(urls.NoReverseMatch, match="nirgends"):
            addresses.reverse("nirgends")


@pytest.mark.speed
def test_pages_use_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert urls.reverse is addresses.reverse
    first = urls.reverse("account_login"), static("css/app.css")
    monkeypatch.setattr(addresses, "_work_out", None)
    monkeypatch.setattr("django.contrib.staticfiles.storage.staticfiles_storage", None)
    assert (urls.reverse("account_login"), static("css/app.css")) == first
