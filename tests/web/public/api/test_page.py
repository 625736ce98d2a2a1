"""The page for webmasters: the lines on it work unchanged."""

import json
import re
import subprocess
import sys
import time
from base64 import b64encode
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright._impl._driver import compute_driver_executable

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.sandbox import make_sandbox
from romme_turnier.tournament.organisers.api_tokens import SANDBOX_SECRET
from romme_turnier.tournament.publishing.delivery import signature
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.api.operations import BASE, OPERATIONS
from romme_turnier.web.public.api.page import DATA
from tests.factories import list_of, make_checked, make_event, make_organiser, seat_series

pytestmark = pytest.mark.django_db
PAGE = "/webmaster/"


@pytest.fixture
def chief(db: None) -> User:
    return User.objects.create_superuser("chief", display_name="Chief")


@pytest.fixture
def sandbox(chief: User) -> models.Organiser:
    make_organiser(number="1", name="Verein", slug="verein")
    make_organiser(number="2", name="Anderer", slug="anderer")
    return make_sandbox("9999", by=chief)


def test_page_names_every_operation_and_without_a_sandbox_no_token(client: Client, chief: User) -> None:
    page = unescape(client.get(reverse("public:webmasters")).text)
    assert [operation.path for operation in OPERATIONS if f"{BASE}{operation.path}</code>" not in page] == []
    assert SANDBOX_SECRET not in page
    assert "Bearer rt_…" in page


def test_page_names_a_public_event_without_a_sandbox(client: Client, chief: User) -> None:
    assert "/t/pokal/rangliste.json" in client.get(PAGE).text
    for slug, published_at in (("geheim", None), ("abend", timezone.now())):
        event = make_event(slug=slug, games_per_list=2, series_count=1)
        series = seat_series(event)
        for table in (1, 2):
            make_checked(list_of(series, table))
        close_series(series, by=None)
        release_standings(event, 1, by=None)
        models.Event.objects.filter(pk=event.pk).update(published_at=published_at)
    page = unescape(client.get(PAGE).text)
    assert "/t/abend/rangliste.json" in page
    assert f"{BASE}/organisers/verein/events/abend/standings" in page
    assert '"data":{"event":"abend","release":1,"series":1}' in page
    assert "geheim" not in page


def test_page_and_handbook_name_the_same_data_of_messages() -> None:
    handbook = (Path(settings.RESOURCES) / "docs/handbuch/23-andere-programme.md").read_text(encoding="utf-8")
    _head, *rows = re.findall(r"^\| `([a-z._]+)` \| (.*) \|$", handbook, re.MULTILINE)
    named = {kind: set(re.findall("`([a-z]+)`", row)) for kind, row in rows}
    assert {kind: set(re.findall("[a-z]+", data)) for kind, data in DATA.items()} == named


def test_single_organiser_gets_no_sandbox(chief: User) -> None:
    make_organiser()
    with pytest.raises(CommandError, match="nur einen Veranstalter"):
        call_command("sandbox")
    assert models.Organiser.objects.count() == 1


def test_lines_on_the_page_recognise_genuine_messages(client: Client, chief: User) -> None:
    (code,) = re.findall(r"<code>(import base64.*?)</code>", client.get(PAGE).text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(unescape(code), names)  # noqa: S102 - the lines on our own page
    secret, body, now = b"0123456789abcdef01234567", b'{"type":"test"}', int(time.time())

    def is_genuine(at: int, received: bytes, signed_with: bytes = secret) -> bool:
        given = signature(signed_with, "msg_1", at, body)
        headers = {"webhook-id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": f"v1,old {given}"}
        return bool(names["is_genuine"]("whsec_" + b64encode(secret).decode(), headers, received))

    assert is_genuine(now, body)
    assert not is_genuine(now, body + b" ")
    assert not is_genuine(now - 600, body)
    assert not is_genuine(now, body, secret[::-1])


def node(*arguments: str) -> str:
    """Returns the output of Node, which comes with the browsers of the tests."""
    program, _script = compute_driver_executable()
    ran = subprocess.run(  # noqa: S603 - the lines on our own page
        [program, *arguments], capture_output=True, text=True, check=True
    )
    return ran.stdout


def test_lines_of_javascript_on_the_page_recognise_genuine_messages(
    client: Client, chief: User, tmp_path: Path
) -> None:
    (code,) = re.findall(r"<code>(import \{ createHmac.*?)</code>", client.get(PAGE).text, re.DOTALL)
    secret, body, now = b"0123456789abcdef01234567", '{"type":"test","name":"\u00e4"}', int(time.time())
    calls = {
        "genuine": (now, body, secret),
        "changed": (now, body + " ", secret),
        "old": (now - 600, body, secret),
        "other secret": (now, body, secret[::-1]),
    }
    lines = []
    for at, received, signed_with in calls.values():
        given = f"v1,old v1,\u00e4 {signature(signed_with, 'msg_1', at, body.encode())}"
        headers = {"webhook-id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": given}
        with_secret = f"'whsec_{b64encode(secret).decode()}', {json.dumps(headers)}"
        lines.append(f"console.log(isGenuine({with_secret}, Buffer.from({json.dumps(received)})));")
    lines.append("console.log(isGenuine('whsec_', {'webhook-timestamp': 'now', 'webhook-signature': ''}, ''));")
    (tmp_path / "lines.mjs").write_text("\n".join([unescape(code), *lines]), encoding="utf-8")
    assert node(str(tmp_path / "lines.mjs")).split() == ["true", "false", "false", "false", "false"]


def test_lines_of_javascript_on_the_page_run_unchanged_in_node(
    live_server: Any, transactional_db: None, sandbox: models.Organiser
) -> None:
    page = Client(headers={"Host": live_server.url.partition("//")[2]}).get(PAGE).text
    (code,) = re.findall(r"<code>(const headers.*?)</code>", page, re.DOTALL)
    assert node("--input-type=module", "--eval", unescape(code)) == "Musterjahr 2026\n"


def test_lines_of_python_on_the_page_run_unchanged(live_server: Any, transactional_db: None, chief: User) -> None:
    make_organiser(number="1", name="Verein", slug="verein")
    make_organiser(number="2", name="Anderer", slug="anderer")
    out = StringIO()
    call_command("sandbox", stdout=out)
    assert "9999" in out.getvalue()
    page = Client(headers={"Host": live_server.url.partition("//")[2]}).get(PAGE).text
    (code,) = re.findall(r"<code>(import json.*?)</code>", page, re.DOTALL)
    ran = subprocess.run(  # noqa: S603 - the lines on our own page
        [sys.executable, "-c", unescape(code)], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "2026-10-17T10:00:00+02:00 Musterpokal musterpokal\n"
