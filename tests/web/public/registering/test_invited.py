"""A closed event takes invited people only, each invitation as often as it allows."""

import pytest
from django.urls import reverse

from romme_turnier.tournament.participants import invitations
from tests.factories import make_event
from tests.web.public.registering.pages import PERSON, TEAM_ADDRESS, open_event, own_page, page, send, team_data

pytestmark = pytest.mark.django_db


def test_a_closed_event_takes_the_invited_player_once():
    event = open_event(access="closed")
    invitation = invitations.invite_player(event, "Berta Neu", by=None)
    path = reverse("public:invited", args=[event.slug, invitation.token])
    assert 'value="Berta"' in page(path)
    assert "gilt nur für Berta Neu" in send({**PERSON, "first_name": "Carl"}, address=path).content.decode()
    assert send(address=path).status_code == 302
    assert "gilt nur einmal" in page(path)
    assert "gilt nur einmal" in send({**PERSON, "club": "RC Süd"}, address=path).content.decode()
    assert event.registrations.get().invitation == invitation


def test_a_closed_event_takes_everybody_of_an_invited_club_and_teams_of_it():
    event = open_event(access="closed", prizes="both")
    invitation = invitations.invite_club(event, "RC Nord", by=None)
    path = reverse("public:invited", args=[event.slug, invitation.token])
    for name in ("Anna", "Berta"):
        send({**PERSON, "first_name": name, "club": "RC Anders"}, address=path)
    assert send(team_data(), address=f"{TEAM_ADDRESS}?einladung={invitation.token}").status_code == 302
    assert set(event.registrations.values_list("club__name", flat=True)) == {"RC Nord"}
    assert event.registrations.count() == 6


def test_who_was_invited_stays_that_person_and_in_that_club():
    event = open_event(access="closed")
    invited = invitations.invite_player(event, "Berta Neu", by=None)
    of_club = invitations.invite_club(event, "RC Nord", by=None)
    send(address=reverse("public:invited", args=[event.slug, invited.token]))
    send({**PERSON, "first_name": "Carl"}, address=reverse("public:invited", args=[event.slug, of_club.token]))
    berta, carl = event.registrations.order_by("pk")
    change = own_page(berta, "registration_change")
    assert "gilt nur für Berta Neu" in send({**PERSON, "last_name": "Alt"}, address=change).content.decode()
    send({**PERSON, "first_name": "Karl", "club": "RC Süd"}, address=own_page(carl, "registration_change"))
    carl = event.registrations.get(pk=carl.pk)
    assert (carl.name, str(carl.club)) == ("Karl Neu", "RC Nord")


def test_an_invitation_that_was_withdrawn_or_is_for_another_event_opens_nothing():
    event = open_event(access="closed")
    invitation = invitations.invite_player(event, "Berta Neu", by=None)
    invitations.withdraw_invitation(invitation, by=None)
    elsewhere = invitations.invite_club(make_event(players=0, slug="anderswo"), "RC Nord", by=None)
    for token in (invitation.token, elsewhere.token):
        path = reverse("public:invited", args=[event.slug, token])
        assert "gilt nicht mehr" in page(path)
        send(address=path)
    assert not event.registrations.exists()
