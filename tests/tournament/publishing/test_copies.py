"""Forgetting reaches other programs through the hosted copy of an event: names and releases in a new package."""

from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.tournament.models import HookMessage, PersonChange
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_hook, make_official, one
from tests.tournament.publishing.scene import accept, hosted_club, laptop_event, packed

pytestmark = pytest.mark.django_db


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
