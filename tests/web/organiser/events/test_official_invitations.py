"""Inviting officials by a link: shown once, for one person, over when used, withdrawn or out of date."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, OfficialInvitation
from tests.cast import Cast, signed_in
from tests.factories import make_event, make_official
from tests.web.organiser.pages import text

pytestmark = pytest.mark.django_db
ACCOUNT = {
    "display_name": "Nora Neu",
    "username": "nora",
    "password1": "drei-nasse-Hunde",
    "password2": "drei-nasse-Hunde",
}


@pytest.fixture
def event() -> Event:
    return make_event(players=0, name="Herbstpokal", venue="Bürgerhaus")


@pytest.fixture
def invitation(event: Event, cast: Cast) -> OfficialInvitation:
    now = timezone.now()
    return OfficialInvitation.objects.create(
        event=event, role="entry", by=cast.petra, at=now, until=now + timedelta(days=1)
    )


def link(invitation: OfficialInvitation) -> str:
    return reverse("invited:official", args=[invitation.token])


def roles(event: Event, username: str) -> set[str]:
    return set(event.roles.filter(user__username=username).values_list("role", flat=True))


def test_link_and_code_are_shown_once_and_the_list_shows_no_secret(event, cast):
    petra = signed_in(cast.petra)
    answer = petra.post(reverse("organiser:official_invite", args=[event.slug]), {"role": "referee", "days": "3"})
    made = OfficialInvitation.objects.get()
    assert re.search(rf"http://testserver/einladung/{made.token}/", text(answer))
    assert "<svg" in text(answer)
    assert "no-store" in answer["Cache-Control"]
    page = text(petra.get(reverse("organiser:officials", args=[event.slug])))
    assert "Offene Einladungen" in page
    assert made.token not in page


def test_link_leads_to_the_address_that_others_reach(event, cast, monkeypatch):
    petra, address = signed_in(cast.petra), reverse("organiser:official_invite", args=[event.slug])
    assert "wirkt deshalb nur hier" in text(petra.post(address, {"role": "referee", "days": "3"}))
    monkeypatch.setattr("romme_turnier.web.qr.for_phones", lambda _here: "http://192.168.0.7:8000/")
    page = text(petra.post(address, {"role": "referee", "days": "3"}))
    assert "http://192.168.0.7:8000/einladung/" in page
    assert "wirkt deshalb nur hier" not in page


def test_signed_in_user_takes_the_role_besides_those_held(event, cast, invitation):
    karl = signed_in(cast.karl)
    assert "Listenerfassung" in text(karl.get(link(invitation)))
    answer = karl.post(link(invitation))
    assert answer["Location"] == reverse("organiser:event", args=[event.slug])
    assert roles(event, "karl") == {"cashier", "entry"}


def test_somebody_without_an_account_makes_one_and_is_signed_in(event, invitation):
    client = Client()
    answer = client.post(link(invitation), ACCOUNT, follow=True)
    assert "Sie gehören jetzt zur Leitung von „Herbstpokal“: Listenerfassung." in text(answer)
    assert roles(event, "nora") == {"entry"}
    user = User.objects.get(username="nora")
    assert (user.is_staff, user.is_superuser) == (False, False)


@pytest.mark.parametrize(
    "wrong", [{"password1": "nora", "password2": "nora"}, {"password2": "anders"}, {"username": "ella"}]
)
def test_account_is_refused_by_the_rules_of_accounts_and_the_link_stays_good(event, invitation, wrong):
    answer = Client().post(link(invitation), ACCOUNT | wrong)
    assert answer.status_code == 200
    assert not User.objects.filter(username="nora").exists()
    invitation.refresh_from_db()
    assert invitation.accepted_at is None


def test_link_is_good_for_one_person(event, cast, invitation):
    Client().post(link(invitation), ACCOUNT)
    page = signed_in(make_official(username="otto")).post(link(invitation))
    assert page.status_code == 410
    assert "schon verwendet" in text(page)
    assert roles(event, "otto") == set()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"withdrawn_at": timezone.now()}, "zurückgenommen"),
        ({"until": timezone.now() - timedelta(minutes=1)}, "abgelaufen"),
        ({"accepted_at": timezone.now()}, "schon verwendet"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_links_that_are_over_say_so_and_nothing_of_the_event(invitation, change, words, method):
    OfficialInvitation.objects.filter(pk=invitation.pk).update(**change)
    page = getattr(Client(), method)(link(invitation), ACCOUNT)
    assert page.status_code == 410
    assert words in text(page)
    assert "Herbstpokal" not in text(page)
    assert not User.objects.filter(username="nora").exists()


def test_open_link_shows_the_name_of_the_event_and_the_task_only(event, invitation):
    page = text(Client().get(link(invitation)))
    assert "Herbstpokal" in page
    assert "Listenerfassung" in page
    assert "Bürgerhaus" not in page


def test_unknown_link_is_not_found(event, cast):
    assert Client().get(reverse("invited:official", args=["x" * 32])).status_code == 404


def test_who_has_the_task_leaves_the_link_to_another(cast, invitation):
    page = signed_in(cast.ella).post(link(invitation))
    assert "haben diese Aufgabe schon" in text(page)
    invitation.refresh_from_db()
    assert invitation.accepted_at is None


def test_withdrawing_asks_first(event, cast, invitation):
    petra = signed_in(cast.petra)
    address = reverse("organiser:official_invite_withdraw", args=[event.slug, invitation.pk])
    assert "Listenerfassung" in text(petra.get(address))
    petra.post(address)
    assert Client().get(link(invitation)).status_code == 410
    assert "Offene Einladungen" not in text(petra.get(reverse("organiser:officials", args=[event.slug])))


def test_signing_in_leads_back_to_the_invitation(invitation):
    page = text(Client().get(link(invitation)))
    assert f"?next={link(invitation)}" in page
