"""Forgetting reaches other programs through the hosted copy of an event: names and releases in a new package."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.transaction import atomic
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import HookMessage, PersonChange, Publication
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.registrations import rename
from romme_turnier.tournament.publishing.forgetting import late_copies
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import signed_in
from tests.factories import make_hook, make_official, one
from tests.tournament.papers.papers import damage_packed_lists
from tests.tournament.publishing.scene import accept, hosted_club, laptop_event, packed

pytestmark = pytest.mark.django_db


def days_ago(days: float, but: timedelta = timedelta()) -> None:
    """Moves changes and packages to the past; packages by `but` less."""
    PersonChange.objects.update(at=timezone.now() - timedelta(days=days))
    Publication.objects.update(made_at=timezone.now() - timedelta(days=days) + (but or -timedelta(hours=1)))


def test_new_package_announces_releases_and_names_that_vanished(settings):
    settings.MODE = "public"
    event, club = laptop_event(), hosted_club()
    hook = make_hook(club)
    copy = accept(club, packed(event)).event

    def told() -> list[tuple[str, dict[str, Any]]]:
        messages = [(row.type, row.ids) for row in HookMessage.objects.filter(hook=hook).order_by("pk")]
        HookMessage.objects.all().delete()
        return messages

    assert told() == [("standings.released", {"event": copy.slug, "series": 1, "release": 1})]
    accept(club, packed(event))
    assert told() == []
    chief = make_official(username="chief", is_superuser=True)
    erase_player(one(event, 1).player, by=chief)
    event.registrations.filter(number=2).update(publish_name=False)
    accept(club, packed(event))
    *people, changed = told()
    assert sorted(ids["number"] for _type, ids in people) == [1, 2]
    assert {(kind, ids["event"]) for kind, ids in people} == {("person.changed", copy.slug)}
    assert changed == ("event.changed", {"event": copy.slug})
    release_standings(event, 1, by=None)
    accept(club, packed(event))
    assert told() == [("standings.released", {"event": copy.slug, "series": 1, "release": 2})]


def test_laptop_remembers_changes_at_published_events_and_tells_nobody_of_hidden_ones():
    event = laptop_event(published_at=None)
    hook = make_hook(event.held_by)
    erase_player(one(event, 3).player, by=None)
    assert not PersonChange.objects.exists()
    packed(event)
    erase_player(one(event, 1).player, by=None)
    change = PersonChange.objects.get()
    assert (change.event, change.number) == (event, 1)
    assert not hook.messages.exists()
    event.published_at = timezone.now()
    event.save()
    erase_player(one(event, 2).player, by=None)
    assert hook.messages.get().ids == {"event": event.slug, "number": 2}


def test_copy_without_a_new_package_is_named_after_seven_days():
    event = laptop_event()
    packed(event)
    erase_player(one(event, 1).player, by=None)
    assert late_copies(event.held_by) == []
    days_ago(7.5)
    assert late_copies(event.held_by) == [event]
    assert late_copies(hosted_club()) == []
    packed(event)
    assert late_copies(event.held_by) == []


def test_copy_of_an_event_with_damaged_packed_lists_is_named():
    event = laptop_event()
    packed(event)
    erase_player(one(event, 1).player, by=None)
    days_ago(7.5)
    damage_packed_lists(event)
    assert late_copies(event.held_by) == [event]


def test_copy_is_named_until_the_hosted_program_confirms_the_package():
    event = laptop_event()
    packed(event)
    erase_player(one(event, 1).player, by=None)
    packed(event)
    days_ago(8, but=timedelta(minutes=1))
    Publication.objects.update(outcome=Publication.Outcome.REFUSED)
    assert late_copies(event.held_by) == [event]
    Publication.objects.update(outcome="", sent_number=2)
    assert late_copies(event.held_by) == []


def test_change_that_leaves_the_public_name_as_it_was_needs_no_package():
    with time_machine.travel(timezone.now() - timedelta(days=8), tick=True), atomic():
        event = laptop_event()
        packed(event)
        person = one(event, 3).player  # "Petra S.", without consent
        rename(person, person.first_name, f"{person.last_name[0]}onst")
    assert PersonChange.objects.exists()
    assert late_copies(event.held_by) == []
    with atomic():
        rename(person, "Anders", person.last_name)
    days_ago(8)
    assert late_copies(event.held_by) == [event]


def test_page_names_the_copy():
    event = laptop_event()
    packed(event)
    erase_player(one(event, 1).player, by=None)
    days_ago(8)
    chief = signed_in(make_official(username="chief", is_superuser=True))
    for page in (reverse("organiser:register"), reverse("organiser:hooks", args=[event.held_by.number])):
        assert (
            f"Die Kopie von <strong>{event}</strong> im Internet hat seit mehr als sieben Tagen" in chief.get(page).text
        )
