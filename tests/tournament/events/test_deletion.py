"""An event that was set up by mistake can be deleted; one at which something has happened stays."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, create_event, publish_event
from romme_turnier.tournament.events.deletion import delete_event, why_not_deletable
from romme_turnier.tournament.money.cash import book_other
from romme_turnier.tournament.money.prizes import PlanLine, store_plan
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_official, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def petra():
    return make_official()


@pytest.fixture
def event(petra):
    announced = Announcement(name="Versehen", starts_at=timezone.now() + timedelta(days=9), bonus_mode="per_list")
    event = create_event(announced, by=petra)
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, thing="Pokal")], {}, by=petra)
    return event


def test_empty_event_is_deleted_with_all_that_was_announced(event, petra):
    pk = event.pk
    assert why_not_deletable(event) == ""
    delete_event(event, by=petra)
    assert not models.Event.objects.filter(pk=pk).exists()
    assert not models.Prize.objects.exists()
    assert not models.EventRole.objects.exists()
    row = models.EventLog.objects.get()
    assert (row.event, row.verb, row.by) == (None, "deletion.delete_event", petra)


def happened_publish(event, petra):
    publish_event(event, by=petra)


def happened_register(event, petra):
    register(event, 1)


def happened_and_undone(event, petra):
    withdraw(register(event, 1), 1, by=petra)
    models.Registration.objects.filter(event=event).delete()


def happened_money(event, petra):
    book_other(event, "float", Decimal(5), text="", key="", by=petra)


@pytest.mark.parametrize("happened", [happened_publish, happened_register, happened_and_undone, happened_money])
def test_event_at_which_something_has_happened_stays(event, petra, happened):
    happened(event, petra)
    assert why_not_deletable(event) != ""
    with pytest.raises(TournamentError):
        delete_event(event, by=petra)
    assert models.Event.objects.filter(pk=event.pk).exists()
