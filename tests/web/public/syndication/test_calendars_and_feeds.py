"""Calendars and feeds of events, seasons and organisers."""

from datetime import date, datetime, time, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.dates import cancel_date, move_date, restore_date
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_event, make_official, make_organiser
from tests.seasons import issue, make_season_with_players

pytestmark = pytest.mark.django_db

CALENDAR, OF_ORGANISER = "/saison/verein/2026/termine.ics", "/o/verein/termine.ics"
FEEDS = {"event": "/t/testpokal/neues.atom", "season": "/saison/verein/2026/neues.atom", "o": "/o/verein/neues.atom"}
ATOM = "{http://www.w3.org/2005/Atom}"


def entries_of(client: Client, path: str) -> dict[str, Any]:
    """Returns the entries of a calendar by UID."""
    answer = client.get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return {str(entry["uid"]): entry for entry in Calendar.from_ical(answer.content).walk("VEVENT")}


@pytest.fixture
def season(db: None) -> models.Season:
    make_official(username="mara", makes_events=True)
    season = make_season_with_players()
    models.SeasonDate.objects.create(season=season, day=timezone.localdate())
    return season


def in_season(season: models.Season, days: int) -> date:
    """A free day of the season near today."""
    today = timezone.localdate()
    day = today + timedelta(days=days)
    return day if season.includes(day) else today - timedelta(days=days)


def test_moved_and_cancelled_evening_keeps_its_identity_and_counts_its_changes(
    client: Client, season: models.Season
) -> None:
    mara, planned = make_official(username="berta", makes_events=True), season.dates.get()
    ((uid, first),) = entries_of(client, CALENDAR).items()
    assert first["dtstart"].dt == datetime.combine(planned.day, time(19, 30), timezone.get_current_timezone())
    assert b"TZID" not in client.get(CALENDAR).content  # that name would need a description of the time zone
    assert (first["summary"], first["sequence"], "status" in first) == ("Clubjahr 2026", 0, False)
    move_date(planned, in_season(season, 3), reason="Saal belegt", by=mara)
    ((same, moved),) = entries_of(client, CALENDAR).items()
    assert (same, moved["sequence"]) == (uid, 1)
    assert "Saal belegt" in moved["description"]
    assert moved["dtstart"].dt.date() == in_season(season, 3)
    cancel_date(season.dates.get(), reason="Heizung", by=mara)
    ((same, cancelled),) = entries_of(client, CALENDAR).items()
    assert (same, cancelled["sequence"], cancelled["status"]) == (uid, 2, "CANCELLED")
    assert cancelled["description"] == "Fällt aus: Heizung"
    restore_date(season.dates.get(), by=mara)
    ((same, restored),) = entries_of(client, CALENDAR).items()
    assert (same, restored["sequence"], "status" in restored) == (uid, 3, False)


def test_opened_evening_stays_the_same_entry_and_leads_to_its_event(client: Client, season: models.Season) -> None:
    (uid,) = entries_of(client, CALENDAR)
    event = make_event(season=season, kind=models.Event.Kind.EVENING, name="Abend", slug="abend", venue="Krone")
    season.dates.update(event=event)
    for path in (CALENDAR, OF_ORGANISER):
        ((same, hidden),) = entries_of(client, path).items()
        assert (same, hidden["summary"]) == (uid, "Clubjahr 2026")  # the event is not published
        assert hidden["url"] == "http://testserver/saison/verein/2026/"
    models.Event.objects.update(published_at=timezone.now())
    for path in (CALENDAR, OF_ORGANISER):
        ((same, shown),) = entries_of(client, path).items()
        assert (same, shown["summary"], shown["location"]) == (uid, "Abend", "Krone")
        assert shown["url"] == "http://testserver/t/abend/"


def test_evening_without_a_time_lasts_all_day(client: Client, season: models.Season) -> None:
    models.Season.objects.update(evenings_at=None)
    ((_uid, entry),) = entries_of(client, CALENDAR).items()
    assert entry["dtstart"].dt == timezone.localdate()
    assert entry["dtend"].dt == timezone.localdate() + timedelta(days=1)


def test_calendar_of_an_association_has_the_events_of_its_clubs_and_no_others(
    client: Client, season: models.Season
) -> None:
    organisers = {number: make_organiser(number=number, slug=f"o-{number}") for number in ("09", "09-02", "09-03")}
    for number, organiser in organisers.items():
        for published in (timezone.now(), None):
            name = f"{'Pokal' if published else 'Geheim'} {number}"
            make_event(
                players=0, held_by=organiser, name=name, slug=f"p{number}-{bool(published)}", published_at=published
            )
    models.Event.objects.update(starts_at=timezone.now())
    names = {
        path: sorted(str(entry["summary"]) for entry in entries_of(client, f"/o/{path}/termine.ics").values())
        for path in ("o-09", "o-09-02", "verein")
    }
    assert names == {
        "o-09": ["Pokal 09", "Pokal 09-02", "Pokal 09-03"],
        "o-09-02": ["Pokal 09-02"],
        "verein": ["Clubjahr 2026"],
    }
    assert client.get("/o/fremd/termine.ics").status_code == 404


@pytest.mark.parametrize("path", [CALENDAR, OF_ORGANISER, *FEEDS.values()])
def test_unchanged_answer_has_no_body_and_depends_on_the_host(
    client: Client, release: Any, season: Any, settings: Any, path: str
) -> None:
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    settings.ALLOWED_HOSTS = ["testserver", "andere.example"]
    assert b"andere.example" in client.get(path, headers={"Host": "andere.example"}).content
    assert b"andere.example" not in client.get(path).content


def feed_of(client: Client, path: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Returns the id of a feed, and id, title and link of its entries."""
    answer = client.get(path)
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - made by the program
    entries = [
        (
            str(entry.findtext(f"{ATOM}id")),
            str(entry.findtext(f"{ATOM}title")),
            entry.find(f"{ATOM}link").attrib["href"],  # type: ignore[union-attr]
        )
        for entry in root.iter(f"{ATOM}entry")
    ]
    return str(root.findtext(f"{ATOM}id")), entries


def test_feed_tells_each_release_without_any_name(
    client: Client, season: models.Season, event: models.Event, series: models.Series
) -> None:
    assert feed_of(client, FEEDS["event"])[1] == []
    release_standings(event, 1, by=None, note="wegen Vera1")
    issue(season, ["300.00", "310.50", "400.25", ""], note="wegen Vor1")
    own_id, entries = feed_of(client, FEEDS["event"])
    ((entry_id, title, link),) = entries
    assert own_id.startswith("urn:uuid:")
    assert entry_id.startswith("urn:uuid:")
    assert title == "Testpokal: Rangliste nach Serie 1, Ausgabe 1"
    assert link == "http://testserver/t/testpokal/rangliste/1/1/"
    assert [title for _id, title, _link in feed_of(client, FEEDS["season"])[1]] == [
        "Clubjahr 2026: Mittel, Ausgabe 1",
    ]
    assert len(feed_of(client, FEEDS["o"])[1]) == 2
    for path in FEEDS.values():
        assert all(name not in client.get(path).text for name in ("Vera", "Vor1", "Nach1", "Spieler"))
    models.Event.objects.update(name="Neuer Name", slug="neu")
    assert feed_of(client, "/t/neu/neues.atom")[0] == own_id
    assert feed_of(client, "/t/neu/neues.atom")[1][0][0] == entry_id


def test_feed_names_its_organiser_as_author_and_leads_to_its_page(
    client: Client, release: Any, season: models.Season
) -> None:
    models.Organiser.objects.filter(slug="verein").update(name="RC Herz")
    issue(season, ["300.00", "310.50", "400.25", ""])

    def links() -> dict[str, str]:
        roots = {of: ElementTree.fromstring(client.get(path).content) for of, path in FEEDS.items()}  # noqa: S314 - ours
        assert {root.findtext(f"{ATOM}author/{ATOM}name") for root in roots.values()} == {"RC Herz"}
        assert not any(root.findall(f".//{ATOM}summary") for root in roots.values())
        return {of: str(root.find(f"{ATOM}link").attrib["href"]) for of, root in roots.items()}  # type: ignore[union-attr]

    assert links()["o"] == "http://testserver/"
    make_organiser(number="2", name="RC Karo", slug="karo")
    assert links()["o"] == "http://testserver/o/verein/"
    assert links()["season"] == "http://testserver/saison/verein/2026/"


def test_feeds_and_calendars_hold_nothing_unpublished(client: Client, release: Any, season: models.Season) -> None:
    issue(season, ["300.00", "310.50", "400.25", ""])
    models.Event.objects.update(published_at=None)
    models.Season.objects.update(published_at=None)
    assert feed_of(client, FEEDS["o"])[1] == []
    assert entries_of(client, OF_ORGANISER) == {}
    for path in (FEEDS["event"], FEEDS["season"], CALENDAR):
        assert client.get(path).status_code == 404


def test_feed_holds_the_newest_thirty(client: Client, season: models.Season) -> None:
    for _number in range(35):
        issue(season, ["300.00", "310.50", "400.25", ""])
    titles = [title for _id, title, _link in feed_of(client, FEEDS["season"])[1]]
    assert len(titles) == 30
    assert titles[0] == "Clubjahr 2026: Mittel, Ausgabe 35"


def test_pages_lead_to_calendars_and_feeds(client: Client, release: Any, season: models.Season) -> None:
    issue(season, ["300.00", "310.50", "400.25", ""])
    text = client.get("/saison/verein/2026/").text
    assert f'href="{CALENDAR}"' in text
    assert f'href="{FEEDS["season"]}"' in text
    assert f'href="{FEEDS["event"]}"' in client.get("/t/testpokal/rangliste/").text
    make_organiser(number="2", slug="zwei")
    models.Organiser.objects.filter(slug="verein").update(name="RC Herz")
    text = client.get("/o/verein/").text
    for address in (OF_ORGANISER, FEEDS["o"], "/o/verein/saison/"):
        assert f'href="{address}"' in text
