"""The list of events and the announcement of one."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import announcement, bonus_in_words, fines_in_words
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db
PUBLISHED = datetime(2026, 1, 1, tzinfo=UTC)


def page(client: Client, name: str, *args: object) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


def test_home_says_what_comes_here_when_nothing_is_published(client: Client) -> None:
    make_official()
    make_event(name="Geheimer Pokal")
    html = page(client, "public:home")
    assert "Noch kein Turnier angekündigt" in html
    assert "Geheimer Pokal" not in html


@time_machine.travel(datetime(2026, 10, 17, 9, tzinfo=UTC))
def test_home_puts_today_first_then_what_comes_then_what_was(client: Client) -> None:
    make_official()
    for slug, day in (("alt", 10), ("heute", 17), ("neu", 30)):
        starts_at = datetime(2026, 10, day, 8, tzinfo=UTC)
        make_event(players=0, slug=slug, name=f"Pokal {slug}", starts_at=starts_at, published_at=PUBLISHED)
    html = page(client, "public:home")
    places = [
        html.index(words) for words in ("Heute", "Pokal heute", "Demnächst", "Pokal neu", "Vergangene", "Pokal alt")
    ]
    assert places == sorted(places)


@time_machine.travel(datetime(2026, 10, 17, 9, tzinfo=UTC))
def test_event_that_was_published_by_a_clock_ahead_is_there(client: Client) -> None:
    make_official()
    event = make_event(published_at=datetime(2026, 10, 18, 9, tzinfo=UTC))
    assert client.get(reverse("public:event", args=[event.slug])).status_code == 200
    assert event.name in page(client, "public:home")


def test_event_page_shows_the_announcement(client: Client, event: models.Event) -> None:
    html = page(client, "public:event", event.slug)
    for words in (
        'Samstag, <span class="word">17. Oktober 2026</span>',
        "10:00 Uhr, ",
        "Samstag, 17. Oktober 2026, 09:45 Uhr",
        "Bürgerhaus",
    ):
        assert words in html
    assert "3 Serien zu 2 Spielen" in html


def test_day_of_the_poster_is_written_as_the_language_does(client: Client) -> None:
    starts_at = datetime(2030, 12, 10, 9, tzinfo=UTC)
    event = make_event(players=0, slug="poster", starts_at=starts_at, published_at=PUBLISHED)
    make_official()
    german = page(client, "public:event", event.slug)
    client.cookies["django_language"] = "en"
    english = page(client, "public:event", event.slug)
    assert 'Dienstag, <span class="word">10. Dezember 2030</span>' in german
    assert 'Tuesday, <span class="word">10 December 2030</span>' in english


def test_announcement_until_the_day_welcomes_before_it_explains(client: Client) -> None:
    make_official()
    shared: dict[str, Any] = {
        "published_at": timezone.now(),
        "self_registration": True,
        "announcement": "Herzlich willkommen in Bühl.",
    }
    make_event(slug="bald", starts_at=timezone.now() + timedelta(days=9), **shared)
    make_event(slug="heute", starts_at=timezone.now(), **shared)
    html = page(client, "public:event", "bald")
    order = [
        "Zur Anmeldung",
        "Herzlich willkommen",
        "<h2>Anmeldung</h2>",
        "In den Kalender",
        "Startgeld",
        "<details",
        "Umfang",
    ]
    assert [html.count(words) for words in order[:3]] == [1, 1, 1]
    assert sorted(order, key=html.index) == order
    html = page(client, "public:event", "heute")
    assert html.index("Mein Turnier") < html.index("<h2>Ausschreibung") < html.index("Herzlich willkommen")


def test_event_page_links_nothing_when_nothing_is_released(client: Client, event: models.Event) -> None:
    html = page(client, "public:event", event.slug)
    assert reverse("public:standings", args=[event.slug]) not in html
    assert reverse("public:seats", args=[event.slug]) not in html


def test_event_page_links_what_is_released(
    client: Client, event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    html = page(client, "public:event", event.slug)
    assert reverse("public:standings", args=[event.slug]) in html
    assert reverse("public:seats", args=[event.slug]) in html


def test_fines_are_said_in_words(event: models.Event) -> None:
    event.fine_steps.create(from_game=1, amount=Decimal("0.20"))
    event.fine_steps.create(from_game=9, amount=Decimal("0.50"))
    expected = "0,20\xa0€ für jedes verlorene Spiel, 0,50\xa0€ ab dem 9. verlorenen Spiel einer Liste"
    assert fines_in_words(event) == expected


def test_each_reading_of_the_bonus_has_its_own_words(event: models.Event) -> None:
    once = bonus_in_words(event)
    event.bonus_mode = models.Event.Bonus.PER_FINISHED_GAME
    each = bonus_in_words(event)
    assert "einmal 20 Punkte" in once
    assert "für jedes Spiel, das man selbst beendet hat, 20 Punkte" in each
    assert "Handrommé" in once


def test_rule_system_without_bonus_mentions_none(event: models.Event) -> None:
    event.ruleset = "treppenromme"
    assert "Bonus" not in dict(announcement(event))


def test_only_reading_is_possible(client: Client, event: models.Event) -> None:
    assert client.post(reverse("public:home")).status_code == 405
    assert client.post(reverse("public:seats", args=[event.slug])).status_code == 405
