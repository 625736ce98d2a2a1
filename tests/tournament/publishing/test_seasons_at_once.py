"""A season is handed over while officials, the sender and a second upload work: no deadlock, and no half state."""

from collections.abc import Callable

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.publishing.making import hand_over_season, take_back
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_official
from tests.tournament.publishing.scene import chair_of, key_in
from tests.tournament.publishing.test_handing_over_seasons import club, evening, season_to_hand_over
from tests.web.organiser.organisers.test_at_once import Send, at_once, meet

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["club", "evening", "meet"]


@pytest.fixture
def season(db: None) -> models.Season:
    return season_to_hand_over()


def answers(act: Callable[[], object]) -> Send:
    """Returns 200 for an act that is done, 409 for one that is refused; every other error fails the test."""

    def run() -> int:
        try:
            act()
        except TournamentError:
            return 409
        return 200

    return run


def test_evening_closed_while_its_season_is_handed_over(season, evening, club, meet):
    chief = make_official(username="chief", is_superuser=True)
    before = evening.releases.count()
    models.Series.objects.filter(event=evening).update(closed_at=None)
    meet("seasons.evenings.evening.what_is_missing", "publishing.making.why_not_handed_over")
    handed_over, closed = at_once(
        answers(lambda: hand_over_season(season, by=chief)),
        answers(lambda: close_evening(evening, ends_after=1, by=chief)),
    )
    assert handed_over == 200
    evening.refresh_from_db()
    assert evening.elsewhere == "host"
    assert evening.releases.count() == before + (closed == 200)
    data = hand_over_season(season, by=chief).data
    accept_package(club, data, by=chair_of(club), key=key_in(data))


def test_last_package_uploaded_twice_at_once_is_one_season(season, club, meet):
    data = hand_over_season(season, by=None).data
    chair = chair_of(club)
    meet("publishing.accepting.demand_sound_season")
    upload = answers(lambda: accept_package(club, data, by=chair, key=key_in(data)))
    assert at_once(upload, upload) == [200, 200]
    assert models.SeasonCopy.objects.count() == 1
    assert models.EventCopy.objects.count() == 2
    assert club.memberships.count() == season.organiser.memberships.count()


def test_handing_over_taken_back_while_it_is_made_again(season, meet):
    chief = make_official(username="chief", is_superuser=True)
    hand_over_season(season, by=chief)
    meet("publishing.making.publication_of", "publishing.making.content_of_season")
    _made, taken_back = at_once(
        answers(lambda: hand_over_season(season, by=None, again=True)),
        answers(lambda: take_back(season, by=chief)),
    )
    assert taken_back == 200
    season.refresh_from_db()
    assert season.elsewhere == ""
    assert not season.events.exclude(elsewhere="").exists()
