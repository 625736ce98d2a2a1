"""Around a public page: calendar file, home screen, search engines, help, and response headers."""

import gzip
from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.card_code import card_code
from tests.factories import make_event, make_official, one

pytestmark = pytest.mark.django_db


def entries(event: models.Event) -> list[Any]:
    answer = Client().get(reverse("public:calendar", args=[event.slug]))
    assert answer["Content-Type"].startswith("text/calendar")
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def test_calendar_has_the_timetable(event: models.Event) -> None:
    for hour, what in ((9, "Einlass"), (10, "Serie 1; mit Öffnung, pünktlich"), (18, "Siegerehrung")):
        event.timetable.create(starts_at=datetime(2026, 10, 17, hour, tzinfo=UTC), what=what)
    found = [(one["summary"], one.start.hour, one.end - one.start, one["location"]) for one in entries(event)]
    minutes = [(name, hour, lasts.seconds // 60, place) for name, hour, lasts, place in found]
    assert minutes == [
        ("Testpokal: Einlass", 9, 60, "Bürgerhaus"),
        ("Testpokal: Serie 1; mit Öffnung, pünktlich", 10, 15, "Bürgerhaus"),
        ("Testpokal: Siegerehrung", 18, 15, "Bürgerhaus"),
    ]


def test_series_ends_in_calendars_when_it_is_played(event: models.Event) -> None:
    models.Event.objects.update(series_minutes=60)
    for hour in (10, 11, 12):
        starts_at = datetime(2026, 10, 17, hour, tzinfo=UTC)
        event.timetable.create(starts_at=starts_at, what="", series_number=hour - 9)
    assert [one.end.hour for one in entries(event)] == [11, 12, 13]  # also when nothing comes after the last
    event.timetable.create(starts_at=datetime(2026, 10, 17, 15, tzinfo=UTC), what="Siegerehrung")
    assert [(one.start.hour, one.end.hour, one.end.minute) for one in entries(event)] == [
        (10, 11, 0),
        (11, 12, 0),
        (12, 13, 0),
        (15, 15, 15),
    ]


def test_calendar_entry_is_the_same_under_every_address(event: models.Event) -> None:
    address = reverse("public:calendar", args=[event.slug])
    uids = {
        Client(SERVER_NAME=name).get(address).content.partition(b"UID:")[2][:40] for name in ("localhost", "127.0.0.1")
    }
    assert len(uids) == 1


def test_calendar_has_the_event_where_there_is_no_timetable(event: models.Event) -> None:
    (entry,) = entries(event)
    assert (entry["summary"], entry.start) == ("Testpokal", event.starts_at)


def test_event_page_links_map_calendar_own_page_help_and_rules(event: models.Event) -> None:
    html = Client().get(reverse("public:event", args=[event.slug])).content.decode()
    assert "openstreetmap.org/search?query=B%C3%BCrgerhaus" in html
    for name in ("calendar", "my_event"):
        assert f'href="{reverse(f"public:{name}", args=[event.slug])}"' in html
    assert f'href="{reverse("help:players")}"' in html
    assert f'href="{reverse("help:rules")}"' in html
    assert '<meta property="og:title" content="Testpokal">' in html


@pytest.mark.parametrize("address", ["/", "/regelwerk/", "/hilfe/regeln/", "/konto/anmelden/", "/t/gibt-es-nicht/"])
def test_help_and_rules_are_linked_at_the_foot_of_every_page(address: str) -> None:
    make_official()
    footer = Client().get(address).content.decode().partition('<footer class="site-footer">')[2]
    for name in ("help:players", "help:rules", "rule_check:check"):
        assert footer.count(f'href="{reverse(name)}"') == 1


def test_event_under_other_rules_leads_to_them_at_its_foot() -> None:
    make_official()
    event = make_event(ruleset="contract", options={"joker_25": True}, published_at="2026-10-01T00:00Z")
    page = Client().get(reverse("public:event", args=[event.slug])).content.decode()
    footer = page.partition('<footer class="site-footer">')[2]
    assert reverse("rulebook:system", args=["contract"]) in footer
    assert "regeln=contract&amp;vereinbart=joker_25" in footer
    assert reverse("help:rules") not in footer


def test_home_says_what_this_is() -> None:
    make_official()
    assert "Rommé-Turniere auf einen Blick" in Client().get("/").content.decode()


def test_pages_about_single_players_are_not_for_search_engines(
    event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    for name, arguments in (("player", [3]), ("list", [1, 1])):
        html = Client().get(reverse(f"public:{name}", args=[event.slug, *arguments])).content.decode()
        assert '<meta name="robots" content="noindex">' in html
    assert "noindex" not in Client().get(reverse("public:event", args=[event.slug])).content.decode()


def test_search_engines_leave_the_desk_alone() -> None:
    make_official()
    text = Client().get("/robots.txt").content.decode()
    assert "Disallow: /leitung/\n" in text
    assert "Disallow: /konto/\n" in text
    assert "Disallow: /t/" not in text


def test_home_screen_gets_name_and_sign() -> None:
    make_official()
    manifest = Client().get("/manifest.webmanifest").json()
    assert manifest["start_url"] == "/"
    assert all(finders.find(icon["src"].removeprefix(settings.STATIC_URL)) for icon in manifest["icons"])


@pytest.mark.parametrize("language", ["de", "en"])
def test_home_screen_says_in_which_language_the_name_is(language: str) -> None:
    make_official()
    manifest = Client(headers={"Accept-Language": language}).get("/manifest.webmanifest").json()
    assert manifest["lang"] == language


def test_help_for_players_is_one_page_in_plain_words() -> None:
    make_official()
    html = Client().get(reverse("help:players")).content.decode()
    assert "Für Spieler" in html
    assert '<article class="handbook__text"' in html  # which keeps its paragraphs apart
    assert "Einlass" not in html.partition("<article")[2].partition("</article>")[0]


@pytest.mark.speed
def test_pages_that_are_not_kept_are_packed(event: models.Event) -> None:
    phone = Client(headers={"Accept-Encoding": "gzip"})
    address = reverse("public:my_card", args=[event.slug])
    answer = phone.get(address)
    assert answer["Content-Encoding"] == "gzip"
    assert "Code der Startkarte" in gzip.decompress(answer.content).decode()
    lengths = {len(phone.get(address).content) for _ in range(12)}
    assert len(lengths) > 1  # bytes at random: the length tells nothing
    code = card_code(one(event, 3))
    assert phone.post(address, {"nr": "3", "code": code}).status_code == 302
