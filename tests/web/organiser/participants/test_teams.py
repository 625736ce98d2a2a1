"""The officials' desk: teams."""

from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament.models import Event, LedgerEntry, Team
from romme_turnier.tournament.money.fees import pay_team
from romme_turnier.tournament.participants.teams import create_team
from tests.factories import one, register
from tests.web.organiser.pages import text, typed_team, url

pytestmark = pytest.mark.django_db


def test_team_is_made_of_numbers_and_names(petra: Client, event: Event) -> None:
    typed = typed_team("Nordlichter", "3", "vera1  spieler1", "5 Vera5 Spieler5")
    response = petra.post(url("team_create", event), typed)
    assert response["Location"] == url("teams", event)
    members = [membership.registration.number for membership in event.teams.get().memberships.all()]
    assert members == [3, 1, 5]


def test_faults_of_a_team_are_shown_at_their_fields(petra: Client, event: Event) -> None:
    for _n in range(2):
        register(event, None, first_name="Petra", last_name="Sommer")
    typed = typed_team("N", "99", "Petra Sommer", "1", "1")
    page = text(petra.post(url("team_create", event), typed))
    assert "Auf „99“ passt hier niemand." in page
    assert "Auf „Petra Sommer“ passen mehrere" in page
    assert "Vera1 Spieler1 steht schon in dieser Mannschaft." in page
    assert not Team.objects.exists()


def test_member_of_another_team_is_refused_with_its_name(petra: Client, event: Event) -> None:
    create_team(event, "Nord", [one(event)], by=None)
    page = text(petra.post(url("team_create", event), typed_team("Süd", "1")))
    assert "gehört schon zu „Nord“" in page


def test_team_is_changed_and_shown(petra: Client, event: Event) -> None:
    team = create_team(event, "Nord", [one(event)], by=None)
    assert 'value="1 Vera1 Spieler1"' in text(petra.get(url("team", event, team.pk)))
    petra.post(url("team", event, team.pk), typed_team("Nordost", "2"))
    page = text(petra.get(url("teams", event)))
    assert "Nordost" in page
    assert "2 Vera2 Spieler2" in page


def test_team_is_dissolved_after_a_question(petra: Client, event: Event) -> None:
    team = create_team(event, "Nord", [one(event)], by=None)
    assert "auflösen" in text(petra.get(url("team_delete", event, team.pk)))
    petra.post(url("team_delete", event, team.pk))
    assert not event.teams.exists()
    assert event.registrations.count() == 8


def test_team_with_money_booked_stays_and_the_page_says_why(petra: Client, event: Event) -> None:
    event.entry_fee = Decimal(10)
    event.save()
    team = create_team(event, "Nord", [one(event)], by=None)
    pay_team(team, method=LedgerEntry.Method.CASH, key="k1", by=None)
    page = petra.post(url("team_delete", event, team.pk), follow=True)
    assert page.redirect_chain == [(url("teams", event), 302)]
    assert "Für „Nord“ ist Geld gebucht. Die Mannschaft bleibt." in text(page)
    assert event.teams.exists()
