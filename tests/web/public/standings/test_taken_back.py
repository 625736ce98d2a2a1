"""The standings of a club evening whose close was taken back: no page, file or paper shows them as the result."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.documents.standings.release import newest_release
from romme_turnier.documents.tables.standings import standing_lines
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.models.public_names import lasting_names
from romme_turnier.tournament.participants.own_data import parts_of_registrations
from romme_turnier.tournament.seasons.competitions.qualification import tables_for
from romme_turnier.tournament.seasons.editions import issue_edition
from romme_turnier.tournament.seasons.evenings.evening import close_evening, reopen_evening, running_evenings
from romme_turnier.tournament.seasons.evenings.seats import draw_evening
from romme_turnier.tournament.seasons.reading import calendar_of
from romme_turnier.tournament.seasons.seasons import create_season, publish_season
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import pinned_lists, release_standings
from romme_turnier.web.organiser.hall.views import why_not_shown
from romme_turnier.web.public.wall.boards import Boards
from tests.factories import make_official
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, hold, make_people, play

pytestmark = pytest.mark.django_db

NAME = "Vera01"


@pytest.fixture(scope="module")
def closed(module_rows: None) -> models.Event:
    petra = make_official(username="petra", makes_events=True)
    season = create_season(details(names="hall"), days=[FIRST, SECOND], by=petra)
    publish_season(season, by=petra)
    event = hold(season, FIRST, make_people(8), series_count=1, by=petra)
    publish_event(event, by=petra)
    play(event)
    close_evening(event, by=petra)
    return event


@pytest.fixture
def evening(closed: models.Event) -> models.Event:
    return models.Event.objects.get(pk=closed.pk)


def take_back(event: models.Event) -> None:
    reopen_evening(event, by=make_official(username="petra"))


def close_again(event: models.Event) -> None:
    close_evening(event, by=make_official(username="petra"))


def shows(client: Client, event: models.Event, name: str, *further: object) -> bool:
    answer = client.get(reverse(f"public:{name}", args=[event.slug, *further]))
    return answer.status_code == 200 and NAME in answer.text


@pytest.mark.parametrize(
    ("name", "further"),
    [("standings", ()), ("standings_file", ("csv",)), ("standings_file", ("json",)), ("embedded_standings", ())],
)
def test_standings_are_gone_until_the_evening_is_closed_again(
    client: Client, evening: models.Event, name: str, further: tuple[str, ...]
) -> None:
    assert shows(client, evening, name, *further)
    take_back(evening)
    assert not shows(client, evening, name, *further)
    close_again(evening)
    assert shows(client, evening, name, *further)


def test_page_says_that_the_standings_were_taken_back(client: Client, evening: models.Event) -> None:
    take_back(evening)
    assert "Die Rangliste ist zurückgenommen" in client.get(reverse("public:standings", args=[evening.slug])).text
    issued = client.get(reverse("public:release", args=[evening.slug, 1, 1])).text
    assert "Die Spielleitung hat diese Ausgabe zurückgenommen." in issued
    close_again(evening)
    assert "Diese Ausgabe ist überholt." in client.get(reverse("public:release", args=[evening.slug, 1, 1])).text


def test_feeds_of_event_and_season_leave_the_release_out(client: Client, evening: models.Event) -> None:
    assert evening.season is not None
    feeds = [
        reverse("public:event_feed", args=[evening.slug]),
        reverse("public:season_feed", args=[evening.season.organiser.slug, evening.season.slug]),
    ]
    assert all("Rangliste nach Serie 1, Ausgabe 1" in client.get(feed).text for feed in feeds)
    take_back(evening)
    assert not any("Rangliste nach Serie 1, Ausgabe 1" in client.get(feed).text for feed in feeds)


def test_papers_wall_lists_and_a_championship_do_not_offer_it(evening: models.Event) -> None:
    season = evening.season
    assert season is not None

    def offered() -> list[bool]:
        return [
            newest_release(evening) is not None,
            Boards(evening, timezone.now()).release is not None,
            not why_not_shown(evening, models.Board.STANDINGS),
            bool(pinned_lists(evening)),
            any(isinstance(table, models.StandingsRelease) for table in tables_for(season)),
        ]

    assert all(offered())
    take_back(evening)
    assert not any(offered())
    assert [planned.event for planned in running_evenings(season)] == [evening]
    close_again(evening)
    assert all(offered())
    assert running_evenings(season) == []


def test_file_of_officials_and_own_data_leave_it_out(evening: models.Event) -> None:
    winner = evening.registrations.get(number=1)

    def given() -> list[bool]:
        parts = parts_of_registrations([winner])[winner.pk]
        return [bool(standing_lines(evening, QueryDict())), any(part.key == "standings" for part in parts)]

    assert all(given())
    take_back(evening)
    assert not any(given())
    close_again(evening)
    assert all(given())


def test_names_of_its_first_three_are_not_kept(evening: models.Event) -> None:
    models.Organiser.objects.update(names_years=1)

    def public() -> frozenset[int] | None:
        with time_machine.travel(datetime(2028, 1, 6, 22, tzinfo=ZoneInfo("Europe/Berlin"))):
            return lasting_names(models.Event.objects.select_related("held_by").get(pk=evening.pk))

    assert public()
    take_back(evening)
    assert public() == frozenset()


def test_release_after_an_earlier_series_is_taken_back_with_the_last_one(evening: models.Event) -> None:
    """The newest release of an evening may be that of an earlier series."""
    petra = make_official(username="petra")
    take_back(evening)
    models.Event.objects.update(series_count=2)
    event = models.Event.objects.get(pk=evening.pk)
    close_series(event.series.get(number=1), by=petra)
    draw_evening(event, 2, by=petra)
    play(event, 2)
    close_evening(event, by=petra)
    release_standings(event, 1, by=petra)
    reopen_evening(event, by=petra)
    assert not event.releases.in_force().exists()
    close_series(event.series.get(number=1), by=petra)
    release = release_standings(event, 1, by=petra)
    assert event.season is not None
    edition = issue_edition(event.season.rankings.all()[0])
    assert edition is not None
    assert edition.rests_on == [[event.slug, 1, release.number]]


def test_evening_is_the_next_one_again_on_its_day(evening: models.Event) -> None:
    assert evening.season is not None
    with time_machine.travel(datetime(2026, 1, 6, 22, tzinfo=ZoneInfo("Europe/Berlin"))):
        following = calendar_of(evening.season).next
        assert following is not None
        assert following.day == SECOND
        take_back(evening)
        following = calendar_of(evening.season).next
        assert following is not None
        assert following.event == evening
