"""Tables of a season after a release: immediately, or by a job."""

from collections.abc import Iterator

import pytest

from romme_turnier.documents import jobs
from romme_turnier.documents.models import Job
from romme_turnier.documents.seasons import editions as renewal
from romme_turnier.tournament.models import Ranking, Season, Series
from romme_turnier.tournament.seasons import editions
from romme_turnier.tournament.shared.effects import Final, became_final
from tests.documents.conftest import work_at_once
from tests.factories import make_official, make_season
from tests.tournament.seasons.season_rows import make_ranking, people, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening() -> Iterator[None]:
    """As in a process that serves."""
    renewal.listen()
    yield
    became_final.disconnect(dispatch_uid="editions of seasons")


@pytest.fixture
def season() -> Season:
    """A season with a ranking, and an evening that no edition contains."""
    season = make_season()
    make_ranking(season, join="mean")
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    return season


def test_release_renews_the_tables_of_its_season(listening, season):
    became_final.send_robust(Final.STANDINGS, series=Series.objects.get())
    ranking = Ranking.objects.get()
    assert (ranking.editions.count(), ranking.outdated_since) == (1, None)


def test_release_of_seats_renews_nothing(listening, season):
    became_final.send_robust(Final.SEATS, series=Series.objects.get())
    assert not Ranking.objects.get().editions.exists()


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
