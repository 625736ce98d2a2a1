"""Tables of a season after an act that outdates them: renewed immediately, or by a job."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Thread

import pytest
from django.db import connection, transaction
from django.utils import timezone

from romme_turnier.documents import jobs
from romme_turnier.documents.models import Job
from romme_turnier.documents.seasons import editions as renewal
from romme_turnier.tournament.models import Ranking, Season
from romme_turnier.tournament.participants.registrations import Entry, update_registration
from romme_turnier.tournament.seasons import editions
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.effects import outdate_rankings, rankings_outdated
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents.conftest import work_at_once
from tests.factories import list_of, make_checked, make_event, make_official, make_season, seat_series
from tests.tournament.seasons.season_rows import make_ranking, people, play, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening() -> Iterator[None]:
    """As in a process that serves."""
    renewal.listen()
    yield
    rankings_outdated.disconnect(dispatch_uid="editions of seasons")


@pytest.fixture
def season() -> Season:
    """A season with a ranking, and an evening that no edition contains."""
    season = make_season()
    make_ranking(season, join="mean")
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    return season


def test_act_that_outdates_rankings_renews_the_tables_of_its_season(
    listening, season, django_capture_on_commit_callbacks
):
    other = make_ranking(make_season(slug="andere"), join="mean")
    with django_capture_on_commit_callbacks(execute=True):
        outdate_rankings([season.pk, None])
    ranking = season.rankings.get()
    assert (ranking.editions.count(), ranking.outdated_since) == (1, None)
    assert not other.editions.exists()


def test_corrected_club_renews_the_tables_without_another_release(
    listening, season, django_capture_on_commit_callbacks
):
    event = make_event(players=4, season=season, kind="evening", series_count=1)
    series = seat_series(event, tables=((1, 2, 3, 4),))
    make_checked(list_of(series))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    clubs = make_ranking(season, "clubs", of="clubs", value="lists")
    row = event.registrations.get(number=1)
    with django_capture_on_commit_callbacks(execute=True):
        update_registration(row, replace(Entry.of(row), club="RC Birke"), by=None)
    assert "RC Birke" in clubs.editions.get().rows.values_list("team", flat=True)


def test_large_season_is_renewed_in_the_background(season, monkeypatch):
    work_at_once(monkeypatch)
    monkeypatch.setattr(editions, "AT_ONCE", 0)
    petra = make_official(username="petra")
    assert not renewal.renew(season, by=petra)
    ranking = Ranking.objects.get()
    assert Job.objects.get().state == Job.State.FINISHED
    assert (ranking.editions.get().by, ranking.outdated_since) == (petra, None)
    assert renewal.renew(season, by=None), "nothing is outdated any more"
    assert Job.objects.count() == 1


def test_table_of_a_large_season_stays_until_the_job_is_done(season, monkeypatch):
    monkeypatch.setattr(jobs, "hand_out", lambda: None)  # no worker
    monkeypatch.setattr(editions, "AT_ONCE", 0)
    renewal.renew(season, by=None)
    assert Ranking.objects.get().outdated_since is not None
    assert not Ranking.objects.get().editions.exists()


def test_table_outdated_without_a_server_is_renewed_when_one_starts(season, monkeypatch):
    ranking = season.rankings.get()
    editions.issue_edition(ranking)
    (vera,) = people("Winter")
    play(season, {vera: 200}, week=1)
    Ranking.objects.update(outdated_since=timezone.now())
    make_ranking(make_season(slug="andere"), join="mean")
    work_at_once(monkeypatch)
    renewal.listen()
    rankings_outdated.disconnect(dispatch_uid="editions of seasons")
    ranking.refresh_from_db()
    assert (ranking.editions.count(), ranking.outdated_since) == (2, None)
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_evening_is_stored_while_a_large_table_is_computed_and_is_in_the_next_attempt(season, monkeypatch):
    """On PostgreSQL, closing an evening below would otherwise wait for the table of the federation."""
    (ute,) = people("Winter")
    evening, draft = season.events.get(), editions.draft
    stored: list[Thread] = []

    def store() -> None:
        try:
            with transaction.atomic():
                evening.results.filter(player__last_name="Sommer").update(player=ute)
                outdate_rankings([season.pk])
        finally:
            connection.close()

    def draft_slowly(*facts):
        drafted = draft(*facts)
        if not stored:
            stored.append(Thread(target=store))
            stored[0].start()
            stored[0].join(5)
            assert not stored[0].is_alive()
        return drafted

    monkeypatch.setattr(editions, "draft", draft_slowly)
    renewal.make({"season": season.pk, "by": None}, "", lambda: None)
    ranking = season.rankings.get()
    assert table_of(ranking.editions.get()) == [(1, "Winter", "300.00")]
    assert ranking.outdated_since is None
