"""The page of a registration: its confirmation, changes by its link, and errors next to their fields."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.models import Event, Registration
from tests.factories import make_official, make_open_event

pytestmark = pytest.mark.django_db

BERTA = {"first_name": "Berta", "last_name": "Neu", "club": "RC Nord", "contact": "0170 1234567"}
TEAM = {"team": "Nordlichter", "contact": "0170 1234567"} | {
    f"p{n}_{field}": f"{field}{n}" for n in (1, 2, 3) for field in ("first_name", "last_name")
}


@pytest.fixture
def event() -> Event:
    make_official()
    event = make_open_event(prizes=Event.Prizes.BOTH)
    models.Category.objects.create(event=event, name="Damen")
    return event


def send(event: Event, data: dict[str, Any], name: str = "register", *arguments: str) -> Any:
    return Client().post(reverse(f"public:{name}", args=[event.slug, *arguments]), data)


def registered(event: Event, **fields: Any) -> Registration:
    send(event, BERTA | fields)
    return event.registrations.get(player__last_name=fields.get("last_name", "Neu"))


def page(one: Registration, query: str = "") -> str:
    return Client().get(reverse("public:registration", args=[one.event.slug, one.token]) + query).content.decode()


def changed(one: Registration, **fields: str) -> Any:
    return send(one.event, BERTA | fields, "registration_change", str(one.token))


def test_page_confirms_categories_contact_and_how_the_name_is_shown(event):
    berta = registered(event, categories=[event.categories.get().pk])
    shown = page(berta)
    for said in ("Damen", "0170 1234567", "Berta N."):
        assert said in shown
    assert "Die Angaben sind gespeichert." not in shown
    answer = changed(berta, publish_name="on")
    assert "Die Angaben sind gespeichert." in Client().get(answer["Location"]).content.decode()


def test_team_that_a_player_chose_alone_is_changed_and_left_by_the_link(event):
    berta = registered(event, team="Südlichter")
    changed(berta, team="Nordlichter")
    assert list(event.teams.values_list("name", flat=True)) == ["Nordlichter"]
    assert "Nordlichter" in page(berta)
    changed(berta, team="")
    assert not event.teams.exists()


def test_team_of_a_captain_is_not_left_or_joined_by_the_link_of_a_player(event):
    send(event, TEAM, "register_team")
    member = event.registrations.get(player__last_name="last_name2")
    said = {"first_name": "first_name2", "last_name": "last_name2", "club": "", "team": ""}
    changed(member, **said)
    assert event.teams.get().memberships.count() == 3
    berta = registered(event)
    assert "von ihr eintragen" in changed(berta, team="Nordlichter").content.decode()
    assert event.teams.get().memberships.count() == 3


def test_team_name_that_is_taken_is_told_at_its_field(event):
    registered(event, team="Nordlichter")
    form = send(event, TEAM, "register_team").context["form"]
    assert "schon angemeldet" in form.errors["team"][0]


def test_member_who_is_named_twice_or_registered_already_is_told_at_the_field(event):
    twice = TEAM | {"p3_first_name": TEAM["p1_first_name"], "p3_last_name": TEAM["p1_last_name"]}
    form = send(event, twice, "register_team").context["form"]
    assert "zweimal genannt" in form.errors["p3_last_name"][0]
    registered(event, club="", first_name="first_name2", last_name="last_name2")
    form = send(event, TEAM, "register_team").context["form"]
    assert "schon angemeldet" in form.errors["p2_last_name"][0]
    alone = send(event, BERTA | {"club": "", "first_name": "first_name2", "last_name": "last_name2"}).context["form"]
    assert "Link" in alone.errors["last_name"][0]
