"""Sessions, redirects, headers and logs reveal no secrets."""

import io
import logging
import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from tests.cast import signed_in
from tests.factories import PASSWORD, make_event, make_official, make_open_event, register
from tests.safety.sizes import ATTACKS
from tests.web.matrix import DESK, PROGRAM, PUBLIC
from tests.web.scene import PublicScene, Scene, answer_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

Figure = Callable[[str], None]


def sign_in(client: Client, password: str = PASSWORD, username: str = "leitung", **more: str) -> Any:
    cache.clear()  # the limit of failures is another test
    return client.post(reverse("account_login"), {"login": username, "password": password, **more})


def may_enter(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


# --- Sessions ---------------------------------------------------------------------------------------------------


def planted_session_enters() -> bool:
    """Whether a planted session is signed in after its victim signs in."""
    make_official()
    client = Client()
    session = client.session
    session["planted"] = "yes"
    session.save()
    client.cookies["sessionid"] = planted = str(session.session_key)
    assert sign_in(client).status_code == 302
    assert may_enter(client)
    attacker = Client()
    attacker.cookies["sessionid"] = planted
    return may_enter(attacker)


def test_session_that_was_planted_is_not_the_one_after_signing_in() -> None:
    assert not planted_session_enters()


def test_session_ends_with_signing_out_with_another_password_with_the_account_and_after_two_weeks() -> None:
    user = make_official()
    copies = []
    for end in ("logout", "password", "closed", "time"):
        client, copy = Client(), Client()
        sign_in(client, remember="on")
        copy.cookies["sessionid"] = client.cookies["sessionid"].value
        assert may_enter(copy)
        if end == "logout":
            client.post(reverse("account_logout"))
            copies.append(may_enter(copy))
        elif end == "closed":
            User.objects.update(is_active=False)
            copies.append(may_enter(copy))
            User.objects.update(is_active=True)
        elif end == "time":
            with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1)):
                copies.append(may_enter(copy))
        else:
            user.set_password("ganz-anders-7")
            user.save()
            copies.append(may_enter(copy))
            user.set_password(PASSWORD)
            user.save()
    assert copies == [False] * 4


def test_wrong_name_costs_as_much_work_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumeration by time: the slow part of signing in also runs for unknown users."""
    make_official()
    hashed: list[int] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(1)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    costs = []
    for name in ("leitung", "niemand"):
        hashed.clear()
        assert "passen nicht zusammen" in sign_in(Client(), "falsch", name).content.decode()
        costs.append(len(hashed))
    assert costs[0] == costs[1] > 0


SECRET = "  ß Œ 😀 ganz-geheim  "


def set_up(username: str, password: str) -> int:
    """Chooses a password with an invitation; returns the status, 302 if it was accepted."""
    now = timezone.now()
    event = models.Event.objects.first() or make_event(players=0)
    link = models.OfficialInvitation.objects.create(event=event, role="director", at=now, until=now + timedelta(days=1))
    said = {"display_name": username, "username": username, "password1": password, "password2": password}
    return int(Client().post(reverse("invited:official", args=[link.token]), said).status_code)


@pytest.mark.parametrize("password", ["kurz-7x", "password", "12345678", "iloveyou", "eins-zwei"])
def test_weak_passwords_are_refused(password: str) -> None:
    make_official()
    assert set_up("eins-zwei", password) == 200


@pytest.mark.parametrize("password", ["aaaaaaaa bbbb", "nurkleinebuchstabenlang", SECRET, "ß" * 64, "x7-" * 40])
def test_password_of_any_signs_is_taken_exactly_as_typed(password: str) -> None:
    make_official()
    assert set_up("neu", password) == 302
    assert sign_in(Client(), password, "neu").status_code == 302
    for other in {password.strip(), password.upper(), password[:-1], password[:60]} - {password}:
        assert sign_in(Client(), other, "neu").status_code == 200, other


def test_password_fields_hide_what_is_typed_and_let_it_be_pasted() -> None:
    make_official()
    fields = re.findall(r'<input[^>]*name="password"[^>]*>', Client().get(reverse("account_login")).content.decode())
    assert len(fields) == 1
    assert 'type="password"' in fields[0]
    assert 'autocomplete="current-password"' in fields[0]
    assert "onpaste" not in fields[0]


def test_program_has_no_account_that_nobody_made() -> None:
    assert not User.objects.exists()


# --- Redirects and contents of answers --------------------------------------------------------------------

ELSEWHERE = (
    *("https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "///evil.example/x"),
    *("https:evil.example", "javascript:alert(1)", "data:text/html,x", " //evil.example", "\t//evil.example"),
    *("https://testserver@evil.example/", "//testserver.evil.example", "/%09/evil.example", "http:///evil.example"),
)


def led_elsewhere() -> tuple[int, list[tuple[str, str]]]:
    """The number of attempts, and foreign redirects."""
    make_event(players=0)
    make_official()
    tried, led = 0, []
    for place in ELSEWHERE:
        answers = [
            sign_in(Client(), next=place),
            Client().post(f"{reverse('account_login')}?next={place}", {"login": "leitung", "password": PASSWORD}),
            Client().post(reverse("public:language"), {"language": "en", "next": place, "back": place}),
            Client(headers={"Referer": place}).post(reverse("public:language"), {"language": "en"}),
            signed_in(make_official()).post(reverse("account_logout"), {"next": place}),
            Client().get(place if place.startswith("/") else f"/{place}"),
        ]
        for answer in answers:
            tried += 1
            location = answer.headers.get("Location", "/")
            read = re.sub(r"[\t\r\n]", "", location).strip().replace("\\", "/")  # as browsers read it
            if urlsplit(urljoin("http://testserver/", read)).netloc != "testserver":
                led.append((place, location))
    return tried, led


def test_no_answer_leads_elsewhere(figure: Figure) -> None:
    tried, led = led_elsewhere()
    figure(f"redirects elsewhere: {len(led)} of {tried} (95 %: below 1 in {tried // 3})")
    assert led == []


def test_answers_lead_elsewhere_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    allowed = "romme_turnier.web.public.language.url_has_allowed_host_and_scheme"
    monkeypatch.setattr(allowed, lambda *_place, **_more: True)
    assert led_elsewhere()[1]


POLICY = ("default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "object-src 'none'")
FRAMED = "public:embedded_"  # the only addresses that other sites may frame
POLICY_OF_FRAMED = (POLICY[0], "frame-ancestors *", POLICY[2], "form-action 'none'", POLICY[4], "script-src 'none'")


def unsound_answers(count: int) -> tuple[int, list[Any]]:
    """The number of answers, and those that lack a security header."""
    desk, public = Scene(), PublicScene("ESR")
    petra, anybody, wrong, seen = signed_in(desk.cast.petra), Client(), [], 0
    cells: list[tuple[Client, Any, Any, str]] = [
        (petra, desk, table, address) for table in (DESK, PROGRAM) for address in table
    ]
    cells += [(anybody, public, PUBLIC, address) for address in PUBLIC]
    for client, scene, table, address in random.Random(7).sample(cells, k=count or len(cells)):
        answer = answer_to(client, "get", scene.url(address, table[address][0]))
        said = {name.lower(): value for name, value in answer.headers.items()}
        seen += 1
        policy = said.get("content-security-policy", "")
        framed = address.startswith(FRAMED)
        sound = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
        }.items() <= said.items() and all(part in policy for part in (POLICY_OF_FRAMED if framed else POLICY))
        sound &= said.get("x-frame-options") == (None if framed else "DENY")
        sound &= not (framed and answer.cookies)
        is_page = said.get("content-type", "").startswith("text/html")
        if said.get("content-type") == "application/pdf":  # its viewer styles the page that it is, and nothing more
            policy = policy.replace("style-src 'self' 'unsafe-inline'", "")
        if (
            "unsafe" in policy
            or "access-control-allow-origin" in said
            or (is_page and "charset=utf-8" not in said["content-type"])
        ):
            sound = False
        if not sound:
            wrong.append((address, said))
    return seen, wrong


def test_every_answer_says_what_a_browser_must_not_do(figure: Figure) -> None:
    seen, wrong = unsound_answers(ATTACKS.pages)
    figure(f"answers without their headers: {len(wrong)} of {seen}")
    assert wrong == []


def test_answer_without_its_headers_is_seen(settings: Any) -> None:
    """The negative control."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("csp.")]
    seen, wrong = unsound_answers(3)
    assert len(wrong) == seen


def test_planted_session_is_good_where_signing_in_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the first test."""
    monkeypatch.setattr(SessionBase, "cycle_key", lambda _session: None)
    assert planted_session_enters()


def test_secret_of_a_link_stands_in_no_log_and_in_no_other_address(caplog: pytest.LogCaptureFixture) -> None:
    make_official()
    event, secret = make_open_event(), "Qq7" * 10
    register(event, None, status="waiting", token=secret)
    printed = io.StringIO()
    handlers = logging.getLogger("django.request").handlers
    assert [handler.level for handler in handlers] == [logging.ERROR]
    handler: Any = handlers[0]
    with caplog.at_level(logging.CRITICAL), pytest.MonkeyPatch.context() as patch:
        patch.setattr(handler, "stream", printed)
        page = Client().get(reverse("public:registration", args=[event.slug, secret]))
        Client().get(reverse("public:registration", args=["anderswo", secret]))
        Client().put(reverse("public:registration", args=[event.slug, secret]))
    assert printed.getvalue() == ""
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", [".git/config", ".env", "static/../manage.py", "static/%2e%2e/settings.py", "data/"])
def test_files_of_the_program_are_not_served(path: str) -> None:
    make_official()
    assert Client().get(f"/{path}").status_code == 404


@pytest.mark.parametrize("method", ["head", "options", "trace"])
def test_safe_methods_change_nothing(method: str) -> None:
    """Addresses of the desk, requested by a user with all rights."""
    scene = Scene()
    petra, before = signed_in(scene.cast.petra), models.EventLog.objects.count()
    rows = sum(
        model._base_manager.count() for model in models.Event._meta.apps.get_app_config("tournament").get_models()
    )
    for address, (arguments, *_rights) in random.Random(3).sample(sorted(DESK.items()), k=ATTACKS.forms or len(DESK)):
        getattr(petra, method)(scene.url(address, arguments))
    after = sum(
        model._base_manager.count() for model in models.Event._meta.apps.get_app_config("tournament").get_models()
    )
    assert (models.EventLog.objects.count(), after) == (before, rows)


def test_host_that_is_not_ours_is_refused_on_the_internet(settings: Any) -> None:
    make_official()
    settings.ALLOWED_HOSTS = ["rommee.example"]
    for host in ("evil.example", "rommee.example.evil.example", "rommee.example:80@evil.example", "a b", ""):
        assert Client(headers={"Host": host}).get("/").status_code == 400, host
    assert Client(headers={"Host": "rommee.example"}).get("/").status_code == 200


def test_request_of_another_site_changes_nothing() -> None:
    make_official()
    event = make_event(players=0)
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_official(event))
    for headers in ({}, {"Origin": "https://evil.example"}, {"Referer": "https://evil.example/"}):
        answer = client.post(reverse("organiser:event_publish", args=[event.slug]), headers=headers)
        assert answer.status_code == 403
    assert models.Event.objects.get(pk=event.pk).published_at is None
