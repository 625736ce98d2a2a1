"""Webhooks and changes of people by the API: made, listed and deleted with a token, confirmed, read in order."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament.models import EventLog, Hook, HookMessage, Organiser, PersonChange
from romme_turnier.tournament.publishing.forgetting import id_of, late_hooks
from romme_turnier.tournament.publishing.hooks import MOST
from romme_turnier.tournament.shared.outbox import Type
from romme_turnier.web.public.api.operations import BASE
from tests.factories import make_api_token, make_event, make_hook, make_organiser

pytestmark = pytest.mark.django_db

URL = "https://neu.example/meldungen"
HOOKS = f"{BASE}/organisers/verein/hooks"


@pytest.fixture
def organiser(db: None) -> Organiser:
    return make_organiser()


class Program:
    """Another program with a token for these scopes."""

    def __init__(self, organiser: Organiser, scopes: str = "hooks") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {make_api_token(organiser, scopes)[1]}"})

    def send(self, address: str, body: Any) -> Any:
        return self.client.post(address, json.dumps(body), content_type="application/json")


def test_hook_is_made_listed_and_deleted(organiser):
    program = Program(organiser)
    answer = program.send(HOOKS, {"url": URL, "types": ["standings.released"]})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    made = answer.json()
    hook = Hook.objects.get()
    assert (made["id"], made["url"], made["on"]) == (hook.pk, URL, True)
    listed = program.client.get(HOOKS)
    assert [row["id"] for row in listed.json()["items"]] == [hook.pk]
    assert made["secret"].startswith("whsec_")
    assert made["secret"] not in listed.text
    assert [row.by for row in EventLog.objects.all()] == [None]
    assert program.client.delete(f"{HOOKS}/{hook.pk}").json()["id"] == hook.pk
    assert program.client.delete(f"{HOOKS}/{hook.pk}").status_code == 404
    assert not Hook.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        *({}, [], None, "x", {"url": URL}, {"url": URL, "types": [], "more": 1}, {"url": 1, "types": []}),
        *({"url": URL, "types": ["person.changed"]}, {"url": URL, "types": [[]]}, {"url": URL, "types": "x"}),
        *({"url": "http://neu.example/", "types": []}, {"url": "https://127.0.0.1/", "types": []}),
        *({"url": f"https://neu.example/{'x' * 500}", "types": []}, {"url": "x" * 20_000, "types": []}),
    ],
)
def test_wrong_bodies_are_refused_and_change_nothing(organiser, body):
    assert Program(organiser).send(HOOKS, body).status_code == 400
    assert not Hook.objects.exists()


@pytest.mark.parametrize("text", ["", "{", "[" * 16_000, "\x00", '{"url": NaN}'])
def test_bodies_that_are_not_json_are_refused(organiser, text):
    answer = Program(organiser).client.post(HOOKS, text, content_type="application/json")
    assert answer.status_code == 400


def test_hooks_are_bounded_for_programs_too(organiser):
    for number in range(MOST):
        make_hook(organiser, f"https://h{number}.example/")
    assert Program(organiser).send(HOOKS, {"url": URL, "types": []}).status_code == 409


def test_other_organisers_and_tokens_without_the_scope(organiser):
    other = make_organiser(number="2", name="Zwei", slug="zwei")
    hook = make_hook(other)
    message = HookMessage.objects.create(hook=hook, type=Type.PERSON_CHANGED)
    program = Program(organiser)
    assert program.client.delete(f"{HOOKS}/{hook.pk}").status_code == 404
    assert program.client.get(f"{BASE}/organisers/zwei/hooks").status_code == 404
    answer = program.send(f"{BASE}/organisers/verein/confirmations", {"messages": [message.key]})
    assert answer.json() == {"confirmed": 0}
    reader = Program(organiser, "read")
    assert reader.send(HOOKS, {"url": URL, "types": []}).status_code == 403
    assert reader.client.get(HOOKS).status_code == 403
    assert Program(organiser, "hooks").client.get(f"{BASE}/people/changes").status_code == 403


def test_program_confirms_what_it_got_and_is_no_longer_named(organiser):
    hook = make_hook(organiser)
    message = HookMessage.objects.create(hook=hook, type=Type.PERSON_CHANGED, at=timezone.now() - timedelta(days=8))
    assert list(late_hooks(organiser)) == [hook]
    address = f"{BASE}/organisers/verein/confirmations"
    program = Program(organiser)
    for wrong in ([], ["x"] * 101, [1], ["msg_" + "0" * 24, None]):
        assert program.send(address, {"messages": wrong}).status_code == 400
    for unknown in ("\ud800", "\x00", "msg_" + "\ud800" * 24):
        assert program.send(address, {"messages": [unknown]}).json() == {"confirmed": 0}
    assert program.send(address, {"messages": [message.key, "x" * 1000]}).json() == {"confirmed": 1}
    assert program.send(address, {"messages": [message.key]}).json() == {"confirmed": 0}
    assert not late_hooks(organiser)


def test_changes_are_read_on_from_the_last_id(organiser):
    event = make_event(held_by=organiser, published_at=timezone.now())
    hidden = make_event(held_by=organiser, slug="geheim")
    at = timezone.now() - timedelta(hours=1)
    rows = [PersonChange.objects.create(organiser=organiser, event=event, number=n, at=at) for n in (5, 3)]
    PersonChange.objects.create(organiser=organiser, event=hidden, number=1, at=at)
    client, address = Program(organiser, "read").client, f"{BASE}/people/changes"
    page = client.get(address, {"limit": "1"}).json()
    items = page["items"]
    assert items == [{"id": id_of(rows[0]), "event": "testpokal", "season": None, "number": 5}]
    rest = client.get(address, {"since": items[-1]["id"]}).json()
    assert [row["number"] for row in rest["items"]] == [3]
    assert client.get(page["next"]).json() == rest
    assert rest["next"] is None
    assert "geheim" not in client.get(address).text
    code = items[-1]["id"].partition("-")[2]
    for wrong in ("-1", "x", "1", f"{'9' * 20}-{code}", f"1.5-{code}", f"²-{code}", f"1-{code.upper()}x"):
        assert client.get(address, {"since": wrong}).status_code == 400


def test_reader_starts_again_after_a_restore_and_misses_no_change(organiser):
    event = make_event(held_by=organiser, published_at=timezone.now())
    client, address = Program(organiser, "read").client, f"{BASE}/people/changes"

    def store(key: int, number: int, hours: int) -> None:
        at = timezone.now() - timedelta(hours=hours)
        PersonChange.objects.create(pk=key, organiser=organiser, event=event, number=number, at=at)

    store(1, 11, 5)
    store(2, 12, 4)
    before_copy, after_copy = [row["id"] for row in client.get(address).json()["items"]]
    PersonChange.objects.filter(pk=2).delete()  # as in a backup made between the two
    answer = client.get(address, {"since": after_copy})
    assert (answer.status_code, answer.json()["code"]) == (410, "start again")
    store(2, 13, 3)  # the restored database gives the key again
    store(3, 14, 2)
    assert client.get(address, {"since": after_copy}).status_code == 410
    assert [row["number"] for row in client.get(address).json()["items"]] == [11, 13, 14]
    assert [row["number"] for row in client.get(address, {"since": before_copy}).json()["items"]] == [13, 14]
