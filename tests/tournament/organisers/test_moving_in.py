"""A database of a version without organisers becomes one organiser, without a question."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.addresses import event_at
from tests.factories import make_event

pytestmark = pytest.mark.django_db
migration = import_module("romme_turnier.tournament.migrations.0039_first_organiser")


class BeforeOrganisers:
    """The events as that migration finds them, although today's column is never null."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.held_by: list[models.Organiser] = []

    def using(self, _database: str) -> "BeforeOrganisers":
        return self

    def values_list(self, *_columns: str, flat: bool) -> tuple[str, ...]:
        assert flat
        return self.names

    def update(self, held_by: models.Organiser) -> None:
        self.held_by.append(held_by)


def moved_in(*names: str) -> BeforeOrganisers:
    """The events of these announcements, after the migration."""
    events = BeforeOrganisers(*names)
    known = {"Event": SimpleNamespace(objects=events), "Organiser": models.Organiser}
    migration.give_events_an_organiser(
        SimpleNamespace(get_model=lambda _app, name: known[name]), SimpleNamespace(connection=connection)
    )
    return events


def test_organiser_gets_the_name_of_most_announcements() -> None:
    events = moved_in("", "RC Nord", "", "", "RC Süd", "RC Nord")
    assert [(first.name, first.number, first.kind) for first in events.held_by] == [("RC Nord", "1", "club")]


def test_organiser_has_no_name_if_no_announcement_gives_one() -> None:
    assert [first.name for first in moved_in("", "").held_by] == [""]


def test_installation_without_events_makes_its_organiser_with_the_first_one() -> None:
    assert moved_in().held_by == []
    assert not models.Organiser.objects.exists()
    event = make_event(players=0)
    assert event.held_by == models.Organiser.objects.get()
    assert apps.get_model("tournament", "Event")._meta.get_field("held_by").null is False


class BeforeBansHadOne:
    """The bans as that migration finds them: with events, and without. Today's column is never null."""

    def __init__(self) -> None:
        self.changed: list[models.Organiser | str] = []

    def using(self, _database: str) -> "BeforeBansHadOne":
        return self

    def exists(self) -> bool:
        return True

    def exclude(self, event: None) -> "BeforeBansHadOne":
        return self

    def filter(self, organiser: None) -> "BeforeBansHadOne":
        return self

    def update(self, organiser: object) -> None:
        self.changed.append(organiser if isinstance(organiser, models.Organiser) else "that of the event")


def test_ban_belongs_to_the_organiser_of_its_event_or_to_the_first() -> None:
    first, bans = make_event(players=0).held_by, BeforeBansHadOne()
    known = {"Event": models.Event, "Organiser": models.Organiser, "Ban": SimpleNamespace(objects=bans)}
    import_module("romme_turnier.tournament.migrations.0045_bans_have_an_organiser").give_bans_an_organiser(
        SimpleNamespace(get_model=lambda _app, name: known[name]), SimpleNamespace(connection=connection)
    )
    assert bans.changed == ["that of the event", first]


def test_event_named_like_the_page_of_organisers_gets_another_address() -> None:
    rename = import_module("romme_turnier.tournament.migrations.0047_event_named_like_the_organisers").rename_event
    rename(apps, SimpleNamespace(connection=connection))
    event, _other = make_event(slug="veranstalter", players=0), make_event(slug="veranstalter-2", players=0)
    rename(apps, SimpleNamespace(connection=connection))
    event.refresh_from_db()
    assert (event.slug, event_at("veranstalter")) == ("veranstalter-3", event)
