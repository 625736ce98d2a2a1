"""Leagues and championships by chance, and that each check of them has been seen to fail."""

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.db.models import F
from pytest_django import DjangoDbBlocker

from romme_turnier.simulation.checks.competitions import competition_findings
from romme_turnier.simulation.competitions import SimulatedCompetitions, simulate_competitions
from romme_turnier.simulation.soaking import try_competitions
from romme_turnier.tournament import models


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [3, 10])
def test_competitions_by_chance_are_true_in_every_respect(seed: int) -> None:
    assert try_competitions(seed).findings == ()


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SimulatedCompetitions]:
    """A league and a stage that the tests spoil."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield simulate_competitions(8)
        transaction.set_rollback(True)


def exchange_squads() -> None:
    member = models.SquadMember.objects.order_by("pk")[0]
    other = models.SquadMember.objects.exclude(team=member.team).order_by("pk")[0]
    models.SquadMember.objects.filter(pk=member.pk).update(team=other.team)


def withdraw_team() -> None:
    team = models.LeagueTeam.objects.filter(withdrawn_on=None).order_by("pk")[0]
    models.DayTeam.objects.filter(league_team=team).delete()


def copy_terms_badly() -> None:
    event = models.LeagueDay.objects.order_by("-event__starts_at")[0].event
    models.Event.objects.filter(pk=event.pk).update(games_per_list=F("games_per_list") + 1)


def forget_team_of_a_day() -> None:
    day = models.LeagueDay.objects.order_by("-event__starts_at")[0]
    day.teams.order_by("pk")[0].delete()


def forget_newcomer() -> None:
    models.SquadMember.objects.get(player__first_name="Neu").delete()


def give_place_too_many() -> None:
    models.QuotaShare.objects.filter(pk=models.QuotaShare.objects.order_by("-pk")[0].pk).update(places=F("places") + 1)


def move_places() -> None:
    most = models.QuotaShare.objects.filter(quota__withdrawn_at=None).order_by("-places")[0]
    for share in models.QuotaShare.objects.filter(quota=most.quota):
        places = F("places") - 2 if share == most else F("places") + (share.position == 1) * 2
        models.QuotaShare.objects.filter(pk=share.pk).update(places=places)


def lose_decline() -> None:
    models.Decline.objects.order_by("pk")[0].delete()


def add_place() -> None:
    models.Qualification.objects.update(places=F("places") + 1)


def lose_registration() -> None:
    final = models.Stage.objects.get().event
    models.Registration.objects.filter(event=final, status="active")[0].delete()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (exchange_squads, "league"),
        (withdraw_team, "league"),
        (copy_terms_badly, "match days"),
        (forget_team_of_a_day, "match days"),
        (forget_newcomer, "squads"),
        (give_place_too_many, "quota"),
        (move_places, "quota"),
        (lose_decline, "qualification"),
        (add_place, "qualification"),
        (lose_registration, "qualification"),
    ],
)
def test_spoiled_rows_are_found(played: SimulatedCompetitions, spoil: Callable[[], None], what: str) -> None:
    def count() -> set[str]:
        made = models.Qualification.objects.get(pk=played.qualification.pk)
        return {finding.invariant for finding in competition_findings(played.league, played.quota, made)}

    assert count() == set()
    with transaction.atomic():
        spoil()
        assert what in count()
        transaction.set_rollback(True)
