"""Every page of players' phones × its methods × cookies of a phone × signed-in accounts × states of the series.

The expected answers are in matrix.py. An address that is missing there fails.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, URLResolver, get_resolver

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.web.public import phone_identity
from tests.safety.attacks.writes import writes
from tests.safety.sizes import IS_FULL
from tests.web.public.at_table.matrix import (
    CARDS,
    DESK,
    LEADS_OFFICIALS_ON,
    LET_IN,
    MISSING,
    NOTHING_THERE,
    OF_THE_LIST,
    OF_THE_PLAYER,
    OFFICIALS,
    ON,
    OUT,
    OWN_CARD,
    PAGE,
    PHONES,
    REFUSED,
    ROLES,
    RUNNING,
    STATES,
    STORED,
    UNPUBLISHED,
    UNRELEASED,
    WAY_IN,
    WITH_OWN_CARD,
    Line,
)
from tests.web.public.at_table.matrix_scene import PhonesScene

pytestmark = pytest.mark.django_db

OF_PHONES = ("t/<event:slug>/serie/<int:series>/tisch/<int:table>/", "t/<event:slug>/ich/")
MOSTLY = (*ROLES, *["anybody"] * len(ROLES))
Cell = tuple[str, str]  # address and method
Who = tuple[str, str, str]  # phone, card, role


@pytest.fixture(scope="module")
def made_scene(module_rows: None) -> PhonesScene:
    return PhonesScene()


@pytest.fixture
def scene(made_scene: PhonesScene, db: None, monkeypatch: pytest.MonkeyPatch) -> PhonesScene:
    monkeypatch.setattr(phones, "AT_MOST_EVERY", timedelta(days=1))  # no need to note that a phone was seen
    return made_scene


def outcome(answer: Any, written: set[str], method: str) -> str:
    """Returns the answer in the terms of the tables."""
    if answer.status_code == 302:
        return led(answer) or (STORED if written else ON if method == "get" else REFUSED)
    if answer.status_code == 200:
        return STORED if written else PAGE if method == "get" else REFUSED
    return {400: REFUSED, 403: OUT, 404: MISSING, 409: REFUSED}.get(answer.status_code, str(answer.status_code))


def led(answer: Any) -> str:
    """Returns the target of a redirect if only the target matters, otherwise ""."""
    to = answer.headers["Location"]
    places = {
        LET_IN: any(answer.cookies.get(name) for name in ("tisch", "mein-turnier")),
        DESK: to.startswith("/leitung/"),
        WAY_IN: to.endswith(("/mit/", "/ich/karte/")),
    }
    return next((place for place, here in places.items() if here), "")


def expected(cell: Cell, state: str, who: Who) -> str:
    phone, card, role = who
    if cell == LEADS_OFFICIALS_ON and role in OFFICIALS:
        return DESK
    line, cookies = of(cell)
    if state == UNPUBLISHED or (state in NOTHING_THERE and cell not in OF_THE_PLAYER):
        return MISSING
    answers = line.answers(state)
    return answers[min(cookies.index(phone if cookies is PHONES else card), len(answers) - 1)]


def of(cell: Cell) -> tuple[Line, tuple[str, ...]]:
    """Returns the expected answers and the cookies that they apply to."""
    if cell in OF_THE_PLAYER:
        return OF_THE_PLAYER[cell], CARDS
    return (OWN_CARD, CARDS) if cell == WITH_OWN_CARD else (OF_THE_LIST[cell], PHONES)


def people(cell: Cell, state: str, rng: random.Random) -> Iterator[Who]:
    """Yields visitors: all pairs of cookies if in full, otherwise the cookies that may matter, the rest at random."""
    if IS_FULL:
        roles = ROLES if cell == LEADS_OFFICIALS_ON else [rng.choice(ROLES)]
        yield from product(PHONES, CARDS, roles)
        return
    line, cookies = of(cell)
    if cell in OF_THE_PLAYER and state not in (RUNNING, UNPUBLISHED, *line.otherwise):
        return  # this page does not depend on the list of a table
    for cookie in asking(line, state, cookies, rng):
        phone = cookie if cookies is PHONES else rng.choice(PHONES)
        yield phone, cookie if cookies is CARDS else rng.choice(CARDS), rng.choice(MOSTLY)


def asking(line: Line, state: str, cookies: tuple[str, ...], rng: random.Random) -> list[str]:
    """Returns the cookies that are tried: the more of them the more the tables say of this state."""
    if state == RUNNING:
        return [*cookies[:3], rng.choice(cookies[3:])]
    if state in line.otherwise:
        return [*cookies[:2], rng.choice(cookies[2:])]
    return [cookies[0] if state in NOTHING_THERE else rng.choice(cookies[:3])]


Asking = Callable[[Cell, str, random.Random], Iterable[Who]]
CELLS: tuple[Cell, ...] = (*OF_THE_LIST, WITH_OWN_CARD, *OF_THE_PLAYER)


def walk(
    scene: PhonesScene, states: Sequence[str] = STATES, cells: Sequence[Cell] = CELLS, who_asks: Asking = people
) -> list[tuple[object, ...]]:
    """Returns requests with an unexpected answer or with names of players that strangers must not see."""
    wrong: list[tuple[object, ...]] = []
    rng = random.Random(15)
    for state in states:
        with scene.in_state(state):
            for cell in cells:
                for who in who_asks(cell, state, rng):
                    with transaction.atomic(), writes() as written:
                        answer = scene.answer(cell, state, phone=who[0], card=who[1], role=who[2])
                        transaction.set_rollback(True)
                    # Right codes are counted before they are compared, and given back.
                    stored = {sql for sql in written if "tournament_tableaccess" not in sql}
                    found, wanted = outcome(answer, stored, cell[1]), expected(cell, state, who)
                    told = wanted in (MISSING, WAY_IN, OUT, DESK) and "Vera" in answer.content.decode()
                    if found != wanted or told:
                        wrong.append((*cell, state, *who, wanted, found, "told a name" if told else ""))
    return wrong


def test_tables_name_every_address_of_players_phones_and_no_other() -> None:
    named = {name for name, _method in [*OF_THE_LIST, *OF_THE_PLAYER]}
    there = {name for name, route in addresses() if route.startswith(OF_PHONES)} - {"list"}  # that is for everybody
    assert (sorted(there - named), sorted(named - there)) == ([], [])


def addresses() -> Iterator[tuple[str, str]]:
    """Yields the name and the pattern of each public address."""
    for part in get_resolver().url_patterns:
        if isinstance(part, URLResolver) and part.namespace == "public":
            yield from ((str(one.name), str(one.pattern)) for one in part.url_patterns if isinstance(one, URLPattern))


def test_every_cell_answers_as_the_tables_say(scene: PhonesScene) -> None:
    assert walk(scene) == []


def test_list_that_opens_to_any_phone_is_found(scene: PhonesScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: a phone may open any list that it names."""
    phones = models.TablePhone.objects
    monkeypatch.setattr(
        phone_identity, "phone_with", lambda _list, token: phones.filter(token_hash=hash_of(token)).first()
    )
    every_phone = [(phone, "none", "anybody") for phone in PHONES]
    wrong = walk(scene, [RUNNING], [("at_table", "post")], lambda *_cell: every_phone)
    assert ("another table of the series", WAY_IN, REFUSED) in {(cell[3], cell[6], cell[7]) for cell in wrong}


def test_series_that_is_shown_too_early_is_found(scene: PhonesScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: seats are taken as released."""
    lists = models.Spielliste.objects.select_related("table__series__event")

    def any_list(event: models.Event, series: int, table: int) -> models.Spielliste:
        of_series = {"table__series__event": event, "table__series__number": series}
        return get_object_or_404(lists, **of_series, table__number=table)

    monkeypatch.setattr(phone_identity, "released_list", any_list)
    found = {(cell[2], cell[6], cell[7]) for cell in walk(scene, STATES, [("at_table", "get")])}
    assert found == {(UNRELEASED, MISSING, PAGE)}
