"""Many events are searched and cut into pages by the database, with the answers of a comparison event by event."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from romme_turnier.core.people.names import holds
from romme_turnier.tournament.events import many
from romme_turnier.tournament.events.many import Shown, coming, in_year, past, with_words, years_of
from romme_turnier.tournament.events.reading import events_of
from romme_turnier.tournament.models import Event, EventRole, Organiser
from romme_turnier.tournament.organisers.reading import organisers_of
from tests.factories import make_event, make_office, make_organiser, new_user

pytestmark = pytest.mark.django_db

NAMES = [
    "ÄRMEL-CUP",
    "Ärmelpokal",
    "Łódź-Pokal",
    "Abend 1",
    "Abend 12",
    "100 % Rommé",
    "İzmir_Cup",
    "李杯",
    "…",
    "Großer Preis",
]
VENUES = ["", "Gasthaus Krüger", "GASTHAUS KRÜGER", "Bürgerhaus", "Halle Süd", "Straße 7"]
ANNOUNCED = ["", "RC Möwe", "Rommé-Club Süd e.V."]
HOLDERS = ["RC MÖWE", "Bund", "SV Groß-Umstadt"]
TEXTS = [
    *("ärmel", "ARMEL", "aermel", "lodz", "ŁÓDŹ", "abend 1", "12", "100", "%", "_", "izmir", "cup", "李", "…", ""),
    *(
        "gross",
        "möwe",
        "MOWE abend",
        "krueger",
        "süd",
        "bund",
        "umstadt pokal",
        "strasse",
        "e v",
        "x y z",
        "\\",
        "preis grosser",
    ),
]
START = datetime(2026, 1, 1, 18, tzinfo=UTC)


def make_events(count: int) -> list[Event]:
    chance = Random("events")
    holders = [make_organiser(number=f"{n}", slug=f"o-{n}", name=name) for n, name in enumerate(HOLDERS, start=1)]
    pattern = make_event(players=0)
    pattern.delete()
    for number in range(count):
        pattern.pk, pattern._state.adding = None, True
        pattern.slug, pattern.starts_at = f"e-{number}", START + timedelta(days=chance.randrange(-400, 400))
        pattern.name, pattern.venue = chance.choice(NAMES), chance.choice(VENUES)
        pattern.organiser, pattern.held_by = chance.choice(ANNOUNCED), chance.choice(holders)
        pattern.save()
    return list(Event.objects.select_related("held_by"))


@pytest.mark.parametrize("with_text", [True, False])
def test_search_finds_the_events_of_a_comparison_event_by_event_in_their_order(with_text):
    events = make_events(150)
    before = sorted((e for e in events if e.starts_at < START), key=lambda e: (-e.starts_at.timestamp(), e.slug))
    after = sorted((e for e in events if e.starts_at >= START), key=lambda e: (e.starts_at, e.slug))
    for text in TEXTS:
        place = "" if with_text else text
        typed = text if with_text else ""

        def fits(event: Event, typed: str = typed, place: str = place) -> bool:
            texts = (event.name, event.venue, event.organiser, event.held_by.name)
            return holds(typed, *texts) and holds(place, event.venue)

        fitting = with_words(Event.objects.all(), typed, place)
        for searched in (True, False):
            assert list(past(fitting, START, with_words=searched)) == list(filter(fits, before)), text
        assert list(coming(fitting, START)) == list(filter(fits, after)), text


def words(event: Event) -> tuple[str, str]:
    event.refresh_from_db()
    return event.words, event.venue_words


def test_stored_words_change_only_with_a_migration():
    """If this fails, the words of existing databases are out of date: a migration like 0055 has to fill them again."""
    event = make_event(players=0, name="Großer Łódź-Pokal", organiser="RC Möwe e.V.", venue="Haeuser 7")
    assert words(event) == (" grosser lodz pokal rc mowe e v", " hauser 7")
    event.name, event.venue = "Anders", ""
    event.save()
    assert words(event) == (" anders rc mowe e v", "")


def test_migration_fills_the_words_of_events_that_are_there():
    events = make_events(20)
    expected = [words(event) for event in events]
    Event.objects.update(words="", venue_words="")
    migration = import_module("romme_turnier.tournament.migrations.0055_fill_words_of_events")
    migration.fill_words(apps, SimpleNamespace(connection=connection))
    assert [words(event) for event in events] == expected


def test_list_shows_as_many_of_each_part_and_says_that_it_goes_on():
    events = sorted(make_events(20), key=lambda event: event.pk)
    first, second = Event.objects.order_by("pk")[:7], Event.objects.order_by("-pk")[:3]
    assert list(Shown(first, second, most=None)) == [*events[:7], *events[:-4:-1]]
    for most, goes_on in ((7, False), (6, True), (2, True)):
        shown = Shown(first, second, most=most)
        assert (list(shown[:]), shown.goes_on) == ([*events[:7][:most], *events[:-4:-1][:most]], goes_on)
        assert shown[1:3] == list(shown)[1:3]
    shown = Shown(first, most=None)
    events[1].delete()
    assert shown[:3] == [events[0], events[2]]


@pytest.mark.parametrize("most", [0, many.MOST])  # more events than are read together, and fewer
def test_years_are_those_with_an_event(monkeypatch, most):
    monkeypatch.setattr(many, "MOST", most)
    assert years_of(Event.objects.all()) == []
    for year, month, day, hour in ((2023, 12, 31, 23), (2025, 12, 31, 22)):  # the first is in the next year in Germany
        make_event(players=0, slug=f"e-{year}", starts_at=datetime(year, month, day, hour, 30, tzinfo=UTC))
    assert years_of(Event.objects.all()) == [2025, 2024]
    make_event(players=0, slug="frueher", starts_at=datetime(2020, 6, 1, tzinfo=UTC))
    make_event(players=0, slug="einst", starts_at=datetime(1790, 6, 1, tzinfo=UTC))
    assert years_of(Event.objects.all()) == [2025, 2024, 2020, 1790]
    assert years_of(Event.objects.filter(slug="frueher")) == [2020]
    assert [in_year(Event.objects.all(), year).count() for year in (2023, 2024, 2025, 2026)] == [0, 1, 1, 0]


def test_officials_with_offices_and_tasks_elsewhere_see_both_and_choose_among_both():
    numbers = ("1", "1-01", "1-01-001", "1-02", "2")
    organisers = {number: make_organiser(number=number, slug=f"o-{number}") for number in numbers}
    for number, organiser in organisers.items():
        make_event(players=0, slug=f"e-{number}", held_by=organiser)
    user = new_user("amt")
    user.save()

    def reach() -> tuple[list[str], list[str]]:
        fresh = type(user).objects.get(pk=user.pk)
        events = events_of(fresh).order_by("held_by__number")
        return [event.held_by.number for event in events], list(organisers_of(fresh).values_list("number", flat=True))

    assert reach() == ([], [])
    EventRole.objects.create(event=Event.objects.get(slug="e-2"), user=user, role="referee")
    assert reach() == (["2"], ["2"])
    make_office(organisers["1-01"], user, "chair")
    assert reach() == (["1-01", "1-01-001", "2"],) * 2
    make_office(organisers["1"], user, "viewer")
    assert reach() == (["1", "1-01", "1-01-001", "1-02", "2"],) * 2
    make_office(organisers["2"], user, "viewer")
    assert reach()[0] == list(numbers)
    assert events_of(user).query.where.children == [], "no condition if offices cover all organisers"
    assert Organiser.objects.count() == len(numbers)
