"""An act that is repeated, such as by a double click, changes nothing and leaves no second row in the log."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.events.announcements import publish_event, unpublish_event
from romme_turnier.tournament.events.official_invitations import invite_official, withdraw_official_invitation
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.hall import clock, messages
from romme_turnier.tournament.lists.checking import second_reading
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.participants.invitations import invite_player, withdraw_invitation
from romme_turnier.tournament.participants.register.bans import lift_ban
from romme_turnier.tournament.participants.register.merging import not_the_same
from romme_turnier.tournament.participants.start_numbers import take_number
from tests.factories import make_event, make_official, one, register
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db

Act = Callable[[], object]


@pytest.fixture
def table() -> AtTable:
    return at_table(series_minutes=90)


@pytest.fixture
def petra(table: AtTable) -> User:
    return make_official(table.event, username="petra")


def the_clock(table: AtTable, petra: User) -> list[Act]:
    acts = (clock.start_clock, clock.stop_clock, clock.reset_clock)
    return [lambda act=act: act(table.series, by=petra) for act in acts]  # type: ignore[misc]


def the_page(table: AtTable, petra: User) -> list[Act]:
    return [lambda: publish_event(table.event, by=petra), lambda: unpublish_event(table.event, by=petra)]


def a_step(table: AtTable, petra: User) -> list[Act]:
    return [lambda: say_done(table.event, models.SaidStep.Step.COLLECT, by=petra)]


def a_hand_in(table: AtTable, petra: User) -> list[Act]:
    def hand_in() -> None:
        known = models.HandIn.objects.filter(spielliste=table.spielliste).exists()
        record_hand_in(table.spielliste, paper="in", expected=int(known), by=petra)

    return [hand_in]


def a_second_reading(table: AtTable, petra: User) -> list[Act]:
    table.write(table.pen(), 1, "0 20 30 40")
    reading = second_reading.begin(table.spielliste, by=petra)
    second_reading.save_rows(reading, {1: ["0", "20", "30", "50"]}, by=petra)
    return [
        lambda: second_reading.take_first(reading, 1, by=petra),
        lambda: second_reading.finish(reading, by=petra),
    ]


def the_pen(table: AtTable, petra: User) -> list[Act]:
    phone = table.phone()
    return [lambda: phones.take_pen(phone)]


def messages_and_links(table: AtTable, petra: User) -> list[Act]:
    ended, wrong = (messages.announce(table.event, text, minutes=None, by=petra) for text in ("Pause", "Weiter"))
    task = invite_official(table.event, "entry", until=timezone.now() + timedelta(days=1), by=petra)
    link = invite_player(table.event, "Vera Neu", by=petra)
    return [
        lambda: messages.end(ended, by=petra),
        lambda: messages.withdraw(wrong, by=petra),
        lambda: withdraw_official_invitation(task, by=petra),
        lambda: withdraw_invitation(link, by=petra),
    ]


def people(table: AtTable, petra: User) -> list[Act]:
    event = make_event(players=2, slug="zweites")
    banned = {"player": one(event).player, "organiser": event.held_by, "reason": "Betrug", "at": timezone.now()}
    ban = models.Ban.objects.create(by=petra, **banned)
    third = register(event, 3)
    return [
        lambda: lift_ban(ban, by=None),
        lambda: not_the_same(one(event, 1).player, one(event, 2).player, by=None),
        lambda: take_number(third, by=petra),
    ]


@pytest.mark.parametrize(
    "scene", [the_clock, the_page, a_step, a_hand_in, a_second_reading, the_pen, messages_and_links, people]
)
def test_repeated_act_leaves_one_row(table: AtTable, petra: User, scene: Callable[[AtTable, User], list[Act]]) -> None:
    for act in scene(table, petra):
        before = models.EventLog.objects.count()
        act()
        act()
        assert models.EventLog.objects.count() == before + 1
