"""Every address of the program × method × task × own or foreign event × releases. The tables: matrix.py.

An address that is missing from the tables fails, and so does a removed one that is still in them.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from romme_turnier import urls
from romme_turnier.accounts.models import User
from romme_turnier.backup.folder import Backup
from romme_turnier.tournament.models import Event, GameEntry, Membership, Organiser, Series, Spielliste
from romme_turnier.tournament.offices import ORGANISER_GRANTS, OfficeRole
from romme_turnier.tournament.permissions import GRANTS, OFFICE_GRANTS, who_has
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import Role, signed_in
from tests.factories import (
    enter,
    list_of,
    make_api_token,
    make_event,
    make_hook,
    make_office,
    make_official,
    make_organiser,
    new_user,
)
from tests.web.matrix import (
    ANY_OFFICE,
    CHANGE,
    DESK,
    ENTER,
    EVERYBODY,
    FIRST_VISIT,
    LEADS_OFFICIALS_ON,
    LIST,
    NEEDS_A_PHONE,
    OF_SOMEBODY,
    ORGANISERS,
    PROGRAM,
    PUBLIC,
    REFUSED,
    SEASONS,
    Arguments,
)
from tests.web.scene import PublicScene, Scene, answer_to, foreign_facts

# The right to a printout does not depend on its layout.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

METHODS = ("get", "post")
# States for the public: published or not, seats and standings released or not.
RELEASED = ["", "E", "ES", "ER", "ESR", "SR"]


@pytest.fixture(scope="module")
def made_scene(module_rows: None) -> Scene:
    return Scene()


@pytest.fixture
def scene(made_scene: Scene, db: None) -> Scene:
    return deepcopy(made_scene)


@pytest.fixture
def empty_404(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that compare only the status: the page, which other tests read, takes a third of its time."""
    monkeypatch.setattr(urls, "handler404", lambda _request, **_why: HttpResponse(status=404), raising=False)


def cannot_be_printed_yet(address: str, answer: HttpResponse) -> bool:
    """The page in place of a printout requires the right to that printout."""
    return address.startswith("documents:") and answer.status_code == 409


def addresses(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """The names of all addresses, those of Django's own administration left out."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}"
        elif pattern.namespace != "admin":
            yield from addresses(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace)


def test_tables_name_every_address_and_no_other():
    named, there = {*DESK, *PUBLIC, *PROGRAM, *ORGANISERS, *SEASONS, *FIRST_VISIT}, set(addresses(get_resolver()))
    assert sorted(there - named) == [], "tests/web/matrix.py says who may open each address"
    assert sorted(named - there) == []


def test_no_address_stands_in_two_tables():
    addresses = [*DESK, *PUBLIC, *PROGRAM, *ORGANISERS, *SEASONS, *FIRST_VISIT]
    assert len(set(addresses)) == len(addresses)


REFUSED_CELLS = [
    (address, method, arguments)
    for table in (DESK, PUBLIC, PROGRAM, ORGANISERS, SEASONS)
    for address, (arguments, *rights) in table.items()
    for method, right in zip(METHODS, rights, strict=True)
    if right is REFUSED
]


def test_method_that_is_not_answered_is_refused_before_anybody_or_anything_is_looked_at(scene):
    """Once for each address: a method that reads no row of the tournament depends neither on tasks nor on releases.

    The other tests leave these methods out.
    """
    public = PublicScene("ESR")
    petra, wrong = signed_in(scene.cast.petra), []
    for address, method, arguments in REFUSED_CELLS:
        url = (public if address in PUBLIC else scene).url(address, arguments)
        with CaptureQueriesContext(connection) as asked:
            answer = answer_to(petra, method, url)
        if answer.status_code != 405 or any("tournament_" in query["sql"] for query in asked):
            wrong.append((address, method, answer.status_code, [query["sql"][:60] for query in asked]))
    assert wrong == []


def answered(table: dict[str, Any]) -> Iterator[tuple[str, str, Arguments, Any]]:
    """Yields address, method, arguments and right (or another word of the table) of each allowed method."""
    for address, (arguments, *rights) in table.items():
        for method, right in zip(METHODS, rights, strict=True):
            if right is not REFUSED:
                yield address, method, arguments, right


# --- The desk ---------------------------------------------------------------------------------------------------


@pytest.fixture
def released_scene(scene: Scene) -> Scene:
    """Releases to the public open no page of the desk; the tests of offices have an event without any."""
    scene.event.published_at = timezone.now()
    scene.event.save()
    Series.objects.filter(event=scene.event).update(seats_released_at=timezone.now())
    return scene


def test_strangers_are_asked_to_sign_in(released_scene):
    stranger, sign_in, wrong = Client(), reverse("account_login"), []
    for address, method, arguments, _right in answered(DESK):
        answer = answer_to(stranger, method, released_scene.url(address, arguments))
        if not answer.headers.get("Location", "").startswith(sign_in):
            wrong.append((address, method, answer.status_code))
    assert wrong == []


@pytest.mark.usefixtures("empty_404")
def test_officials_of_another_event_find_nothing(released_scene):
    frieda = signed_in(released_scene.cast.frieda)
    answers = [
        (address, method, answer_to(frieda, method, released_scene.url(address, arguments)).status_code)
        for address, method, arguments, _right in answered(DESK)
    ]
    assert [answer for answer in answers if answer[2] != 404] == []


@pytest.mark.parametrize(
    ("name", "role"),
    [("petra", Role.DIRECTOR), ("rudi", Role.REFEREE), ("ella", Role.ENTRY), ("karl", Role.CASHIER)],
)
def test_officials_may_what_their_task_is_and_are_told_what_is_missing(scene, name, role):
    client = signed_in(getattr(scene.cast, name))
    wrong = []
    for address, method, arguments, right in answered(DESK):
        answer = answer_to(client, method, scene.url(address, arguments), scene.bodies.get(address))
        if role in GRANTS[right]:
            expected = answer.status_code in (200, 302) or cannot_be_printed_yet(address, answer)
        else:
            expected = answer.status_code == 403 and who_has(right) in answer.content.decode()
        if not expected or foreign_facts(answer):
            wrong.append((address, method, answer.status_code))
    assert wrong == []


@pytest.fixture
def club_scene(scene: Scene) -> Scene:
    """The scene of an association: below a federation, next to another association, above a club."""
    for number in ("08", "09", "09-02", "09-02-005", "09-03"):
        make_organiser(number=number, slug=f"o-{number}")
    scene.event.held_by = Organiser.objects.get(number="09-02")
    scene.event.save()
    return scene


def holding_office(role: OfficeRole, number: str) -> Client:
    user = new_user(f"amt-{number}")
    user.save()
    make_office(Organiser.objects.get(number=number), user, role)
    return signed_in(user)


@pytest.mark.usefixtures("empty_404")
@pytest.mark.parametrize("number", ["09-02-005", "09-03", "08"], ids=["below", "beside", "unrelated"])
def test_chair_of_an_organiser_that_is_neither_the_same_nor_above_finds_nothing(club_scene, number):
    chair = holding_office(OfficeRole.CHAIR, number)
    answers = [
        (address, method, answer_to(chair, method, club_scene.url(address, arguments)).status_code)
        for address, method, arguments, _right in answered(DESK)
    ]
    assert [answer for answer in answers if answer[2] != 404] == []


@pytest.mark.parametrize(
    ("role", "number"), [(OfficeRole.CHAIR, "09"), (OfficeRole.REGISTRAR, "09-02"), (OfficeRole.VIEWER, "09")]
)
def test_office_of_the_organiser_and_above_may_what_it_is_for(club_scene, role, number):
    client, wrong = holding_office(role, number), []
    for address, method, arguments, right in answered(DESK):
        answer = answer_to(client, method, club_scene.url(address, arguments), club_scene.bodies.get(address))
        if role in OFFICE_GRANTS[right]:
            expected = answer.status_code in (200, 302) or cannot_be_printed_yet(address, answer)
        else:
            expected = answer.status_code == 403
        if not expected or foreign_facts(answer):
            wrong.append((address, method, answer.status_code))
    assert wrong == []


# Addresses that change a list, with Ella's data; the table closes the rest of these addresses to her.
CHECKED_LIST = {
    "organiser:list_at_table": {"then": "reset"},
    "organiser:list_row": {"game": 1, "cells": ["0", "1", "1", "1"], "expected": 1, "key": "k" * 32},
    "organiser:list_claims": {"cells": ["1"] * 12, "expected": "|" * 11},
    "organiser:list_finish": {"expected": 1},
    "organiser:list": {"g1s1": "0", "g1s2": "99", "g1s3": "30", "g1s4": "40"},
    "organiser:list_correct": {
        "game": "1",
        "s1": "0",
        "s2": "99",
        "s3": "30",
        "s4": "40",
        "reason": "verlesen",
        "kind": "typo",
        "consent": ["1", "2", "3", "4"],
        "confirm": "1",
    },
    "organiser:list_second_reading": {"g1s1": "0", "g1s2": "99"},
    "organiser:list_second_compare": {"game": "1", "take": "second"},
    "organiser:list_difference": {"seat": "1", "figure": "total", "ruling": "computed"},
}


def test_entry_overwrites_no_checked_list(scene):
    """Revision, totals and status stay for any data of Ella's, with consent or as a slip of the keyboard."""
    spielliste = list_of(Series.objects.get(event=scene.event, number=3))  # the scene has it checked
    ella, before = signed_in(scene.cast.ella), state_of(spielliste)
    changing = {name for name, (arguments, _looking, sending) in DESK.items() if arguments == LIST and sending == ENTER}
    assert changing <= set(CHECKED_LIST)
    for address, body in CHECKED_LIST.items():
        if address in ("organiser:list_row", "organiser:list_claims", "organiser:list_finish"):
            ella.post(scene.url(address, {**LIST, "number": 3}), body, content_type="application/json")
        else:
            ella.post(scene.url(address, {**LIST, "number": 3}), body)
        assert state_of(spielliste) == before, address


def state_of(spielliste: Spielliste) -> tuple[object, ...]:
    stored = Spielliste.objects.get(pk=spielliste.pk)
    entries = GameEntry.objects.filter(row__spielliste=stored).order_by("row__number", "seat")
    return (
        stored.status,
        list(stored.revisions.values_list("hash", flat=True)),
        list(entries.values_list("row__number", "seat", "points")),
        list(stored.claims.order_by("seat").values_list("seat", "total", "result", "finished")),
    )


def test_checked_list_is_refused_to_entry_by_the_service_itself(scene):
    spielliste = list_of(Series.objects.get(event=scene.event, number=3))  # the scene has it checked
    with pytest.raises(TournamentError, match="geprüft"):
        enter(spielliste, 1, "0 99 30 40", by=scene.cast.ella, reason="verlesen", consent=(1, 2, 3, 4))


# --- The public -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("released", RELEASED)
def test_public_sees_what_is_released_and_officials_see_no_more_there(released):
    """No answer has a name that is not released: an unpublished event's own name, or names of players if neither
    seats nor standings are.
    """
    scene, wrong = PublicScene(released), []
    clients = {"anybody": Client()} | {name: signed_in(user) for name, user in vars(scene.cast).items()}
    hidden = [] if "E" in released else ["Geheimpokal"]
    if not any({"E", one} <= set(released) for one in "SR"):
        hidden.append("Vera1")
    for address, method, arguments, needed in answered(PUBLIC):
        for name, client in clients.items():
            answer = answer_to(client, method, scene.url(address, arguments))
            if any(set(need) <= set(released) for need in needed.split(" or ")):
                expected = answer.status_code in (200, 302) or (address in NEEDS_A_PHONE and answer.status_code == 403)
            elif address in LEADS_OFFICIALS_ON and method == "get" and name not in ("anybody", "frieda"):
                expected = answer.headers.get("Location", "").startswith("/leitung/")
            else:
                expected = answer.status_code == 404
            page = answer.content.decode(errors="replace")
            if not expected or any(one in page for one in hidden if name in ("anybody", "frieda")):
                wrong.append((address, method, name, answer.status_code))
    assert wrong == []


# --- The program as a whole -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chief", "petra", "rudi", "ella", "karl", "frieda", "mara", "otto", "anybody"])
def test_program_as_a_whole_is_directed_by_few(scene, name, settings, tmp_path, monkeypatch):
    monkeypatch.setattr("romme_turnier.web.help.backups.make_backup", lambda: Backup(tmp_path, timezone.now(), 1))
    settings.BACKUP_DIR = tmp_path
    (tmp_path / "romme-20200101-000000.sqlite3").touch()
    User.objects.create_superuser("chief", password="geheim-geheim")
    Event.objects.filter(pk=scene.event.pk).update(starts_at=timezone.now())
    for maker in ("mara", "otto"):
        user = make_official(username=maker, makes_events=maker == "mara")
        make_official(make_event(players=0, slug=maker, made_by=user, starts_at=timezone.now()), username=maker)
    client = Client() if name == "anybody" else signed_in(User.objects.get(username=name))
    wrong = []
    for address, method, arguments, who_may in answered(PROGRAM):
        answer = answer_to(client, method, scene.url(address, arguments))
        asked = answer.headers.get("Location", "").startswith(reverse("account_login"))
        if name[0].upper() in who_may:
            expected = answer.status_code in (200, 302) and not asked
        else:
            missing = not who_may or (name == "frieda" and address in OF_SOMEBODY)
            signs_in = name == "anybody" and not address.startswith("public:")
            expected = asked if signs_in else answer.status_code == (404 if missing else 403)
        if not expected or (name not in ("chief", "frieda") and foreign_facts(answer)):
            wrong.append((address, method, answer.status_code))
    assert wrong == []


# --- Organisers -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("empty_404")
@pytest.mark.parametrize("name", ["chief", "petra", "ella", "otto", "anybody"])
def test_organisers_have_no_page_but_members_and_the_key_before_there_are_several(scene, name):
    User.objects.create_superuser("chief")
    make_official(username="otto")
    only = Organiser.objects.get()
    scene.pks["office"] = make_office(only, scene.cast.ella, OfficeRole.CHAIR).pk
    scene.pks["member"] = Membership.objects.create(organiser=only, player_id=scene.pks["player"]).pk
    scene.pks["api_token"], scene.pks["hook"] = make_api_token(only)[0].pk, make_hook(only).pk
    client = Client() if name == "anybody" else signed_in(User.objects.get(username=name))
    way_in = {"organiser:organisers", "organiser:organiser_add"} if name == "chief" else set()
    if name in ("chief", "ella", "petra"):  # by an office or the right to make events
        way_in |= {address for address in ORGANISERS if address.startswith("organiser:member")}
        way_in |= {"organiser:organiser_packages", "organiser:organiser_programs"}
    if name in ("chief", "ella"):  # the chair keeps the key for papers
        way_in |= {"organiser:organiser_key", "organiser:publishing_host"}
        way_in |= {"organiser:api_tokens", "organiser:api_token_revoke"}
        way_in |= {address for address in ORGANISERS if address.startswith("organiser:hook")}
    wrong = []
    for address, method, arguments, _right in answered(ORGANISERS):
        here = {**arguments, "number": only.number} if "number" in arguments else arguments
        answer = answer_to(client, method, scene.url(address, here))
        if name == "anybody" and address.startswith("organiser:"):
            expected = answer.headers.get("Location", "").startswith(reverse("account_login"))
        else:
            expected = answer.status_code in ((200, 302) if address in way_in else (404,))
        if not expected:
            wrong.append((address, method, answer.status_code))
    assert wrong == []


@pytest.mark.usefixtures("empty_404")
@pytest.mark.parametrize("number", ["09", "09-02", "09-02-005", "09-03", "08", ""])
@pytest.mark.parametrize("role", [OfficeRole.CHAIR, OfficeRole.PRESS, OfficeRole.REGISTRAR])
def test_pages_of_an_organiser_open_to_its_offices_and_to_those_above(club_scene, role, number):
    """Without an office there ("" stands for a director without any office), an organiser does not exist."""
    here = Organiser.objects.get(number="09-02")
    club_scene.pks["office"] = make_office(here, make_official(username="nora"), OfficeRole.VIEWER).pk
    club_scene.pks["member"] = Membership.objects.create(organiser=here, player_id=club_scene.pks["player"]).pk
    club_scene.pks["api_token"], club_scene.pks["hook"] = make_api_token(here)[0].pk, make_hook(here).pk
    Organiser.objects.filter(number="09-02-005").update(kind="club")
    Organiser.objects.exclude(number="09-02-005").update(kind="association")
    client = holding_office(role, number) if number else signed_in(club_scene.cast.petra)
    wrong = []
    for address, method, arguments, right in answered(ORGANISERS):
        answer = answer_to(client, method, club_scene.url(address, arguments))
        is_inside = number in ("09", "09-02") if arguments else bool(number)
        if right == EVERYBODY or (is_inside and (right == ANY_OFFICE or role in ORGANISER_GRANTS[right])):
            # A club has no place below it.
            expected = 403 if address == "organiser:organiser_add" and number == "09-02-005" else 200
        else:
            expected = 403 if is_inside else 404
        if answer.status_code != expected and (expected, answer.status_code) != (200, 302):
            wrong.append((address, method, answer.status_code, expected))
    assert wrong == []


# --- Seasons ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("empty_404")
@pytest.mark.parametrize("name", ["chief", "mara", "ella", "otto", "anybody"])
def test_seasons_of_a_single_organiser_are_changed_by_officials_who_make_events(scene, name):
    """Officials of its events see them."""
    User.objects.create_superuser("chief")
    make_official(username="mara", makes_events=True)
    make_official(username="otto")
    client = Client() if name == "anybody" else signed_in(User.objects.get(username=name))
    assert _astray(scene, client, name, sees=name != "otto", changes=name in ("chief", "mara")) == []


@pytest.mark.usefixtures("empty_404")
@pytest.mark.parametrize(
    ("number", "role", "changes"),
    [
        ("1", OfficeRole.SPORTS, True),
        ("1", OfficeRole.VIEWER, False),
        ("1-1", OfficeRole.CHAIR, None),
        ("2", OfficeRole.CHAIR, None),
    ],
)
def test_seasons_open_to_offices_of_their_organiser_and_above(scene, number, role, changes):
    """Elsewhere, they do not exist."""
    make_organiser(number="1-1", slug="unten")
    make_organiser(number="2", slug="anders")
    user = make_official(username="nora")
    make_office(Organiser.objects.get(number=number), user, role)
    assert _astray(scene, signed_in(user), "nora", sees=changes is not None, changes=bool(changes)) == []


def _astray(scene: Scene, client: Client, name: str, *, sees: bool, changes: bool) -> list[tuple[str, str, int]]:
    """Returns the answers that the rights at the scene's season do not explain."""
    wrong = []
    for address, method, arguments, right in answered(SEASONS):
        answer = answer_to(client, method, scene.url(address, arguments))
        if name == "anybody":
            expected = answer.headers.get("Location", "").startswith(reverse("account_login"))
        elif not sees:
            expected = answer.status_code == 404
        else:
            is_open = changes or right != CHANGE
            expected = answer.status_code in (200, 302) if is_open else answer.status_code == 403
        if not expected:
            wrong.append((address, method, answer.status_code))
    return wrong


@pytest.mark.parametrize("role", [OfficeRole.CHAIR, OfficeRole.REGISTRAR, OfficeRole.SPORTS])
def test_offices_of_a_neighbour_find_no_person_club_or_ban_in_the_register(club_scene, role):
    client, wrong = holding_office(role, "09-03"), []
    for address, method, arguments, who_may in answered(PROGRAM):
        if address not in OF_SOMEBODY or "P" not in who_may:
            continue
        answer = answer_to(client, method, club_scene.url(address, arguments), {"reason": "Grund"})
        if answer.status_code not in (403, 404) or foreign_facts(answer):
            wrong.append((address, method, answer.status_code))
    assert wrong == []
    assert foreign_facts(answer_to(client, "get", reverse("organiser:register") + "?q=kanar&wen=kanar")) == []


@pytest.mark.parametrize("address", FIRST_VISIT)
def test_set_up_is_gone_for_everybody_once_it_is_done(scene, address):
    clients = [Client(), *(signed_in(user) for user in vars(scene.cast).values())]
    answers = {
        answer_to(client, method, reverse(address)).status_code for client in clients for method in ("get", "post")
    }
    assert answers == {404}


@pytest.mark.parametrize("name", ["petra", "rudi", "ella", "karl", "frieda", "anybody"])
def test_administration_is_closed_to_officials(scene, name):
    client = Client() if name == "anybody" else signed_in(User.objects.get(username=name))
    for address in ("admin:index", "admin:accounts_user_changelist", "admin:accounts_user_add"):
        for method in ("get", "post"):
            assert answer_to(client, method, reverse(address)).headers["Location"].startswith(reverse("admin:login"))
