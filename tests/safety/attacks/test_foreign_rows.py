"""Rows of another event, in addresses and in every field of every form, are not found and not changed."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.db.models import ForeignKey, Model
from django.http import HttpResponse

from romme_turnier.tournament import models
from tests.cast import signed_in
from tests.safety.attacks.sent import Sent, sent_from
from tests.safety.attacks.writes import writes
from tests.safety.sizes import ATTACKS
from tests.web.matrix import DESK
from tests.web.scene import Scene, answer_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

Figure = Callable[[str], None]
CANARY = "Kanarienvogel"
# Rows that a number in a form may name, by the key of the scene.
NAMED = ("registration", "team", "hall_message", "penalty", "award", "call_in", "waiting", "notice", "table_call")


def everything() -> list[type[Model]]:
    return list(models.Event._meta.apps.get_app_config("tournament").get_models())


class TwoEvents:
    """Petra's event with one row of each kind, and another event that must stay hidden from her."""

    def __init__(self) -> None:
        self.own = Scene()
        models.Event.objects.filter(pk=self.own.event.pk).update(slug="eigenes")
        self.own.event.slug = "eigenes"
        models.Registration.objects.filter(token="W" * 32).update(token="V" * 32)
        models.EventLogo.objects.update(digest="d" * 32)
        self.foreign = Scene()
        models.EventRole.objects.filter(event=self.foreign.event).delete()
        self.foreign.pks["ella"] = self.own.cast.frieda.pk
        self._name_canaries()
        self.petra = signed_in(self.own.cast.petra)
        self.rows = rows_of(self.foreign.event)
        self.before = self.state()

    def _name_canaries(self) -> None:
        foreign = self.foreign.event
        models.Event.objects.filter(pk=foreign.pk).update(name=CANARY, venue=CANARY, organiser=CANARY)
        models.Player.objects.filter(registrations__event=foreign).update(first_name=CANARY, last_name=CANARY)
        models.Team.objects.filter(event=foreign).update(name=CANARY)
        models.HallMessage.objects.filter(event=foreign).update(text=CANARY)
        models.TableCall.objects.filter(table__series__event=foreign).update(text=CANARY)
        models.Dispute.objects.filter(event=foreign).update(facts=CANARY)
        models.PlayerInvitation.objects.filter(event=foreign).update(name=CANARY)
        models.Penalty.objects.filter(spielliste__table__series__event=foreign).update(reason=CANARY)

    def state(self) -> list[Any]:
        """The rows of the other event."""
        return [
            list(model._base_manager.filter(pk__in=pks).order_by("pk").values_list())
            for model, pks in self.rows.items()
        ]

    def crossing(self) -> list[str]:
        """New rows that point at the other event's, whose ever they are."""
        return [
            f"{model.__name__}.{name}"
            for model, name, pks in pointing_at(self.rows)
            if pks - self.rows.get(model, set())
        ]

    def wrong_with(self, method: str, url: str, body: dict[str, str]) -> list[str]:
        """The rows that the other event lost or showed by one request; afterwards all changes are undone."""
        with transaction.atomic():
            with writes() as written:
                answer: HttpResponse = getattr(self.petra, method)(url, body)
            wrong = [CANARY] if CANARY in answer.content.decode(errors="replace") else []
            if written:
                wrong += (["changed"] if self.state() != self.before else []) + self.crossing()
            transaction.set_rollback(True)
        return wrong


def pointing_at(rows: dict[type[Model], set[int]]) -> Iterator[tuple[type[Model], str, set[int]]]:
    """Yields model, field, and the rows that point by it at one of those."""
    for model in everything():
        for field in model._meta.concrete_fields:
            target: Any = field.related_model
            if isinstance(field, ForeignKey) and rows.get(target):
                found = model._base_manager.filter(**{f"{field.name}__in": rows[target]})
                yield model, field.name, set(found.values_list("pk", flat=True))


def rows_of(event: models.Event) -> dict[type[Model], set[int]]:
    """Every row that belongs to the event, over however many others."""
    rows: dict[type[Model], set[int]] = {models.Event: {event.pk}}
    grown = True
    while grown:
        grown = False
        for model, _name, pks in list(pointing_at(rows)):
            grown = grown or bool(pks - rows.get(model, set()))
            rows[model] = rows.get(model, set()) | pks
    return rows


@pytest.fixture
def two(db: None) -> TwoEvents:
    return TwoEvents()


def cells(two: TwoEvents, scene: Scene) -> Iterator[tuple[str, str, HttpResponse]]:
    """Every address that names a row, with the other event's row, at the event of the scene."""
    for address, (arguments, *_rights) in DESK.items():
        if not any(value in two.foreign.pks for value in arguments.values()) or "vacated" in arguments.values():
            continue
        named = {name: two.foreign.pks.get(value, value) for name, value in arguments.items()}
        for method in ("get", "post"):
            yield address, method, answer_to(two.petra, method, scene.url(address, named))


def test_rows_of_another_event_are_not_there(two: TwoEvents, figure: Figure) -> None:
    found = [(address, method, answer) for address, method, answer in cells(two, two.own)]
    wrong = [(address, method, answer.status_code) for address, method, answer in found
             if answer.status_code not in (404, 405) or CANARY in answer.content.decode(errors="replace")]  # fmt: skip
    figure(f"foreign rows in addresses: {len(wrong)} of {len(found)} (95 %: below 1 in {len(found) // 3})")
    assert len(found) > 60
    assert wrong == []


def test_they_are_seen_where_nobody_asks_for_a_task(two: TwoEvents, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: without the guard of the event the same requests find them."""
    monkeypatch.setattr("romme_turnier.tournament.permissions._has_right_at", lambda *_who_and_what: True)
    seen = [CANARY in answer.content.decode(errors="replace") for _address, _method, answer in cells(two, two.foreign)]
    assert sum(seen) > 10
    wrong = two.wrong_with("post", two.foreign.url("organiser:hall_end", {"pk": "hall_message"}), {})
    assert "changed" in wrong
    assert "EventLog.event" in wrong


def forms_of(scene: Scene, two: TwoEvents) -> list[Sent]:
    """Each form of Petra's pages, once."""
    found: dict[tuple[Any, ...], Sent] = {}
    shown = [address for address in DESK if DESK[address][1] is not None and not address.startswith("documents:")]
    for address in random.Random(5).sample(shown, k=ATTACKS.forms or len(shown)):
        path = scene.url(address, DESK[address][0])
        for one in sent_from(answer_to(two.petra, "get", path), path, "petra"):
            found.setdefault((one.path, one.method, tuple(name for name, _value in one.fields)), one)
    return [one for one in found.values() if one.address in DESK]


def test_rows_of_another_event_are_neither_shown_nor_changed(two: TwoEvents, figure: Figure) -> None:
    """Their numbers in every field, one after another."""
    tries = [
        (sent, place, two.foreign.pks[key])
        for sent in forms_of(two.own, two)
        for place, (_name, value) in enumerate(sent.fields)
        if value == "" or value.isdecimal() or value.startswith("-")
        for key in NAMED
    ]
    rng = random.Random(11)
    tries = rng.sample(tries, k=ATTACKS.foreign) if ATTACKS.foreign else tries
    wrong = []
    for sent, place, pk in tries:
        body = dict(sent.fields) | {sent.fields[place][0]: str(pk)}
        wrong += [(sent.address, sent.fields[place][0], one) for one in two.wrong_with(sent.method, sent.path, body)]
    figure(f"foreign rows in forms: {len(wrong)} of {len(tries)} (95 %: below 1 in {len(tries) // 3})")
    assert wrong == []
