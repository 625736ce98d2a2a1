"""Typed text stays text, on every page and paper; answers neither redirect elsewhere nor reveal secrets."""

import csv
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import CharField, Model, QuerySet, TextField
from django.http import HttpResponse
from django.template import Engine
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from tests.cast import signed_in
from tests.safety.sizes import ATTACKS
from tests.web.matrix import DESK, PROGRAM, PUBLIC
from tests.web.scene import PublicScene, Scene, answer_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

Figure = Callable[[str], None]
# Breaks out of text, of an attribute and of a script; begins like a formula; is short enough for a first name.
CANARY = """=1+1'"></script><script>canary()</script><img src=x onerror=canary()>"""
_KEPT_AS_THEY_ARE = {"slug", "ruleset", "hall_tables", "currency", "accent", "salt", "token", "hash", "previous_hash"}
_KEPT_AS_THEY_ARE |= {"key", "body_hash", "payment_key", "digest", "verb", "what", "algorithm", "seed", "clause"}
_KEPT_AS_THEY_ARE |= {"subject_kind", "subject_number"}
_KEPT_AS_THEY_ARE |= {"value", "minus"}  # figures of an edition, which the program writes


def poison() -> int:
    """Writes the canary into every text of the database that people write; returns into how many columns."""
    poisoned = 0
    everything: list[type[Model]] = [*models.Event._meta.apps.get_app_config("tournament").get_models(), User]
    for model in everything:
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, CharField | TextField) and not field.choices and not field.unique
            if not is_text or field.name in _KEPT_AS_THEY_ARE or (model is User and field.name != "display_name"):
                continue
            text = CANARY[: field.max_length] if field.max_length else CANARY
            # Bypasses the managers that protect the log and the ledger.
            with suppress(IntegrityError), transaction.atomic():  # if the database does not allow text yet
                poisoned += bool(QuerySet(model=model).update(**{field.name: text}))
    return poisoned


class Elements(HTMLParser):
    """The parts of the canary that a browser would run."""

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ran += [f"{tag} {name}" for name, value in attrs if name.startswith("on") or (name, value) == ("src", "x")]
        if (
            tag == "script"
            and not dict(attrs).get("src")
            and dict(attrs).get("type") not in ("application/json", "module")
        ):
            self.ran.append("script")


def ran_in(answer: HttpResponse) -> list[str]:
    text, page = answer.content.decode(errors="replace"), Elements()
    page.feed(text[text.lower().find("<!doctype") :])  # a joined paper begins with its title, which is not HTML
    return page.ran


class Poisoned:
    def __init__(self) -> None:
        self.desk, self.public = Scene(), PublicScene("ESR")
        User.objects.create_superuser("chief", password="geheim-geheim")
        models.EventRole.objects.create(event=self.desk.event, user=User.objects.get(username="chief"), role="director")
        self.columns = poison()
        invalidate_public_pages(self.public.event.pk)
        self.official, self.anybody = signed_in(User.objects.get(username="chief")), Client()

    def looked_at(self) -> Iterator[tuple[str, HttpResponse]]:
        cells: list[tuple[Client, Any, Any, str]] = [
            (self.official, self.desk, table, address) for table in (DESK, PROGRAM) for address in table
        ]
        cells += [(self.anybody, self.public, PUBLIC, address) for address in PUBLIC]
        cells = [cell for cell in cells if cell[2][cell[3]][1] is not None]
        for client, scene, table, address in random.Random(10).sample(cells, k=ATTACKS.pages or len(cells)):
            yield address, answer_to(client, "get", scene.url(address, table[address][0]))


def test_what_somebody_wrote_runs_on_no_page_and_no_paper(figure: Figure) -> None:
    poisoned, seen, ran = Poisoned(), 0, []
    assert poisoned.columns > 36
    for address, answer in poisoned.looked_at():
        if answer.headers.get("Content-Type", "").startswith(("text/html", "application/pdf")):  # its HTML
            seen += "canary" in answer.content.decode(errors="replace")
            ran += [(address, found) for found in ran_in(answer)]
    figure(f"written into {poisoned.columns} columns, shown on {seen} pages and papers: run on {len(ran)}")
    assert seen > 10
    assert ran == []


def test_what_somebody_wrote_runs_where_nothing_escapes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(Engine.get_default(), "autoescape", False)
    scene = Scene()
    poison()
    answer = answer_to(signed_in(scene.cast.petra), "get", scene.url("organiser:front_desk", {}))
    assert "script" in ran_in(answer)


def test_no_cell_of_a_table_for_spreadsheets_begins_a_formula() -> None:
    scene = Scene()
    poison()
    petra, seen = signed_in(scene.cast.petra), 0
    for address in [name for name in DESK if name.startswith("documents:") and name.endswith("_file")]:
        text = answer_to(petra, "get", scene.url(address, {"kind": "csv"})).content.decode("utf-8-sig")
        cells = [cell for line in csv.reader(text.splitlines(), delimiter=";") for cell in line]
        seen += sum("canary" in cell or cell.startswith("'=1+1") for cell in cells)
        assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")] == []
    assert seen > 0
