"""Addresses of events with one organiser and with several; earlier ones lead on and are never given again."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.announcements import (
    Announcement,
    copy_event,
    create_event,
    publish_event,
    update_event,
)
from romme_turnier.tournament.events.deletion import delete_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.models import EarlierAddress, Event, Organiser, PublicVersion
from romme_turnier.tournament.organisers.addresses import event_at, proposed_slug, readdress
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import list_of, make_checked, make_event, make_organiser, seat_series

pytestmark = pytest.mark.django_db

PLAIN = Announcement(name="Abend 1", starts_at=datetime(2026, 10, 17, 8, tzinfo=UTC), bonus_mode="per_list")
TAKEN, ONCE, RESERVED = "hat schon ein anderes Turnier", "hatte früher ein anderes Turnier", "im Programm schon eine"


@pytest.fixture
def petra() -> User:
    """The account that runs the program, and may make events of every organiser."""
    return User.objects.create_superuser("petra")


@pytest.fixture
def north() -> Organiser:
    return make_organiser(slug="nord")


@pytest.fixture
def south(north: Organiser) -> Organiser:
    """The second organiser of the program."""
    return make_organiser(number="2", slug="sued")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Herbstpokal 2026", "herbstpokal-2026"),
        ("Großer Städtepokal", "grosser-staedtepokal"),
        ("Saison 2026/27", "saison-2026-27"),
        ("?!", "turnier"),
        ("Neu", "neu-2"),  # /leitung/neu/ is a separate page
        ("Rangliste", "rangliste-2"),  # the page of an event
    ],
)
def test_address_is_proposed_from_the_name(north: Organiser, name: str, slug: str) -> None:
    assert proposed_slug(name, north) == slug
    make_organiser(number="2", slug="sued")
    assert proposed_slug(name, north) == slug


def test_event_of_one_organiser_has_a_short_address_and_of_several_a_long_one(petra: User, north: Organiser) -> None:
    assert create_event(PLAIN, by=petra).slug == "abend-1"
    south = make_organiser(number="2", slug="sued")
    events = [create_event(PLAIN, by=petra, organiser=organiser) for organiser in (south, north)]
    assert [event.slug for event in events] == ["sued/abend-1", "nord/abend-1"]
    assert [event.own_slug for event in events] == ["abend-1", "abend-1"]
    assert create_event(PLAIN, by=petra, organiser=south).slug == "sued/abend-1-2"


@pytest.mark.parametrize("slug", ["rangliste", "serie", "ich", "neu", "register"])
def test_event_cannot_be_named_like_a_page(petra: User, slug: str) -> None:
    with pytest.raises(TournamentError, match=RESERVED) as refused:
        create_event(replace(PLAIN, slug=slug), by=petra)
    assert refused.value.about == "slug"


def test_event_that_is_named_like_a_page_keeps_its_name(petra: User) -> None:
    event = make_event(slug="saal", players=0)
    assert update_event(event, replace(PLAIN, slug="saal"), by=petra).slug == "saal"


def test_copy_has_the_organiser_of_its_event(petra: User, south: Organiser) -> None:
    event = create_event(PLAIN, by=petra, organiser=south)
    copy = copy_event(event, name="Abend 2", starts_at=PLAIN.starts_at, by=petra)
    assert (copy.slug, copy.held_by, EarlierAddress.objects.count()) == ("sued/abend-2", south, 0)
    with pytest.raises(TournamentError, match=TAKEN):
        copy_event(event, name="Abend 2", starts_at=PLAIN.starts_at, by=petra, slug="abend-1")


def test_announcement_that_names_the_same_own_part_changes_no_address(petra: User, north: Organiser) -> None:
    event = create_event(PLAIN, by=petra)
    make_organiser(number="2", slug="sued")
    north.slug = "norden"
    north.save()
    for slug in ("", "abend-1"):
        assert update_event(event, replace(PLAIN, slug=slug), by=petra).slug == "abend-1"
    assert not EarlierAddress.objects.exists()


def test_changed_address_leads_on_and_is_not_given_again(petra: User, south: Organiser) -> None:
    event = create_event(PLAIN, by=petra, organiser=south)
    assert update_event(event, replace(PLAIN, slug="erster"), by=petra).slug == "sued/erster"
    assert event_at("sued/abend-1") == event_at("sued/erster") == event
    with pytest.raises(TournamentError, match=ONCE):
        create_event(replace(PLAIN, slug="abend-1"), by=petra, organiser=south)
    assert create_event(PLAIN, by=petra, organiser=south).slug == "sued/abend-1-2"
    assert create_event(PLAIN, by=petra).slug == "nord/abend-1"  # of another organiser


def test_event_may_get_its_earlier_address_again(petra: User, south: Organiser) -> None:
    event = create_event(PLAIN, by=petra, organiser=south)
    for slug in ("erster", "abend-1", "erster"):
        event = update_event(event, replace(PLAIN, slug=slug), by=petra)
    assert event.slug == "sued/erster"
    assert list(EarlierAddress.objects.values_list("address", "event")) == [("sued/abend-1", event.pk)]


def test_addresses_of_a_deleted_event_are_not_given_again(petra: User, south: Organiser) -> None:
    event = create_event(PLAIN, by=petra, organiser=south)
    delete_event(update_event(event, replace(PLAIN, slug="erster"), by=petra), by=petra)
    for own_slug in ("abend-1", "erster"):
        assert event_at(f"sued/{own_slug}") is None
        with pytest.raises(TournamentError, match=ONCE):
            create_event(replace(PLAIN, slug=own_slug), by=petra, organiser=south)
    assert create_event(replace(PLAIN, name="Erster"), by=petra, organiser=south).slug == "sued/erster-2"


def test_only_organiser_gives_the_address_of_a_deleted_event_again(petra: User, north: Organiser) -> None:
    delete_event(create_event(PLAIN, by=petra), by=petra)
    assert create_event(PLAIN, by=petra).slug == "abend-1"


def test_published_event_of_an_organiser_keeps_its_address(petra: User, south: Organiser) -> None:
    event = create_event(PLAIN, by=petra, organiser=south)
    publish_event(event, by=petra)
    assert update_event(event, replace(PLAIN, slug="abend-1"), by=petra).slug == "sued/abend-1"
    with pytest.raises(TournamentError, match="schon öffentlich"):
        update_event(event, replace(PLAIN, slug="erster"), by=petra)


def test_second_organiser_gives_all_events_long_addresses(petra: User, north: Organiser) -> None:
    for slug in ("abend-1", "abend-2", "saal"):
        make_event(slug=slug, players=0)
    make_organiser(number="2", slug="sued")
    readdress()
    slugs = ["nord/abend-1", "nord/abend-2", "saal"]  # no organiser's event can be named like a page
    assert list(Event.objects.order_by("pk").values_list("slug", flat=True)) == slugs
    assert [getattr(event_at(slug), "slug", None) for slug in ("abend-1", "abend-2", "saal")] == slugs
    assert PublicVersion.objects.count() == 2
    readdress()
    assert EarlierAddress.objects.count() == 2


def test_long_address_that_is_taken_gets_a_number(petra: User, south: Organiser) -> None:
    for slug, other in (("abend-1", "abend-1-2"), ("a" * 80, f"{'a' * 76}-2")):
        create_event(replace(PLAIN, slug=slug), by=petra, organiser=south)
        event = make_event(slug=slug, players=0, held_by=south)  # made while there was one organiser for a time
        readdress()
        event.refresh_from_db()
        assert event.slug == f"sued/{other}"


def test_lists_are_verified_after_the_move(north: Organiser) -> None:
    event = make_event(slug="abend-1")
    make_checked(list_of(seat_series(event)), {1: "0 23 37 58"})
    make_organiser(number="2", slug="sued")
    readdress()
    event.refresh_from_db()
    assert list(differences(event)) == []
