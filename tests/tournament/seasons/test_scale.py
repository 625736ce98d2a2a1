"""A made-up federation with the results of its past evenings, and the questions that benchmarks/seasons.py asks."""

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from benchmarks.federation.making import PLAYED_BY_FEW, Federation, Size, make_federation, stored_federation
from benchmarks.federation.season_questions import season_questions
from romme_turnier.tournament.models import Event, Registration, Result, Season
from romme_turnier.tournament.seasons.editions import check_editions
from romme_turnier.tournament.standings.results import store_results

pytestmark = pytest.mark.django_db
FEW = Size(associations=1, clubs=3, people=60, years=2, evenings=8, ahead=60)


@pytest.fixture
def made() -> Federation:
    return make_federation(FEW, results=True)


def test_every_past_evening_has_the_results_of_its_sixteen_players(made: Federation) -> None:
    held = Event.objects.filter(starts_at__lt=timezone.now()).annotate(lists=Count("results"))
    assert 0 < held.count() < FEW.events
    assert {event.lists for event in held} == {32}
    assert Result.objects.filter(guest=True).count() * 8 == Result.objects.count()
    agreeing = Registration.objects.filter(results__isnull=False, results__guest=False, guest=False)
    assert agreeing.count() == Result.objects.filter(guest=False).count()


def test_results_count_in_the_season_of_their_evening(made: Federation) -> None:
    for result in Result.objects.select_related("event", "season"):
        assert result.season is not None
        assert (result.season_id, result.organiser_id) == (result.event.season_id, result.event.held_by_id)
        assert result.season.includes(result.day)
    assert made.season.results.exists()
    assert set(made.nation.results.values_list("organiser", flat=True)).isdisjoint({made.season.organiser_id})


def test_federation_is_read_again_by_other_processes(made: Federation) -> None:
    assert stored_federation() == made
    held = Event.objects.filter(held_by=made.season.organiser, season=made.season, starts_at__lt=timezone.now())
    assert (made.season.closed_at, made.nation.closed_at) == (None, None)
    assert made.evening in held


def test_every_question_has_an_answer() -> None:
    for question in season_questions(make_federation(PLAYED_BY_FEW, results=True), evenings=2):
        question.before()
        question.ask()


def test_releases_agree_with_the_results(made: Federation) -> None:
    with transaction.atomic():
        assert not any(store_results(event) for event in Event.objects.exclude(releases=None))


def test_closed_seasons_have_a_table(made: Federation) -> None:
    for season in Season.objects.exclude(closed_at=None):
        (ranking,) = season.rankings.all()
        assert ranking.editions.get().rows.exists()
        assert list(check_editions(ranking)) == []
