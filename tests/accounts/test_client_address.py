"""The address of a client behind a proxy."""

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from tests.factories import make_official

PROXY = "10.0.0.1"
NAMED = {
    "203.0.113.9": "203.0.113.9",
    "203.0.113.9:4711": "203.0.113.9",
    "6.6.6.6, 203.0.113.9:1": "203.0.113.9",
    "6.6.6.6,203.0.113.9": "203.0.113.9",
    "::ffff:203.0.113.9": "203.0.113.9",
    "[2001:db8::9]:4711": "2001:db8::",  # of an IPv6 network the first half is one household's
    "[2001:db8::9]": "2001:db8::",
    "2001:db8::9": "2001:db8::",
    "2001:db8::9%eth0": "2001:db8::",
    "": PROXY,
}


def address(rf: RequestFactory, named: str) -> str:
    return str(get_ip(rf.get("/", headers={"X-Forwarded-For": named}, REMOTE_ADDR=PROXY)))


@pytest.mark.parametrize(("named", "expected"), NAMED.items())
def test_last_proxy_names_the_address_without_its_port(
    named: str, expected: str, rf: RequestFactory, settings: Settings
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert address(rf, named) == expected


def test_as_many_proxies_are_believed_as_there_are(rf: RequestFactory, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert address(rf, "6.6.6.6, 203.0.113.9, 10.0.0.2") == "203.0.113.9"
    assert address(rf, "203.0.113.9") == "203.0.113.9"  # a client came by the last proxy only


def test_header_is_not_read_without_a_proxy(rf: RequestFactory) -> None:
    assert address(rf, "203.0.113.9") == PROXY


@pytest.mark.django_db
@pytest.mark.parametrize("named", ["unknown", "203.0.113", "203.0.113.9:4711:8", "[2001:db8", "x" * 3000, "1,,"])
def test_what_is_no_address_is_called_unreadable(named: str, client: Client, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    make_official()
    answer = client.post(reverse("account_login"), {"login": "x", "password": "y"}, headers={"X-Forwarded-For": named})
    assert answer.status_code == 400
    assert "Die Anfrage war nicht lesbar" in answer.content.decode()
