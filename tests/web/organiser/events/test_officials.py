"""The officials of an event: colleagues, accounts, roles."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventRole
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.organiser.events import officials
from tests.cast import Cast, signed_in
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

Role = EventRole.Role


def test_colleague_with_an_account_is_added(petra: Client, cast: Cast, event: Event) -> None:
    petra.post(url("officials", event), {"username": "frieda", "roles": ["entry", "cashier"]})
    assert set(event.roles.filter(user=cast.frieda).values_list("role", flat=True)) == {"entry", "cashier"}


def test_unknown_account_is_told_at_its_field_and_the_roles_stay_ticked(petra: Client, event: Event) -> None:
    page = text(petra.post(url("officials", event), {"username": "niemand", "roles": ["entry"]}))
    assert "Ein Konto „niemand“ gibt es nicht." in page
    assert re.search(r'value="entry"[^>]*checked', page)


def test_others_than_directors_add_nobody(cast: Cast, event: Event) -> None:
    response = signed_in(cast.rudi).post(url("officials", event), {"username": "frieda", "roles": ["director"]})
    assert response.status_code == 403
    assert not event.roles.filter(user=cast.frieda).exists()


def test_account_for_a_colleague_shows_its_password_once_and_is_not_cached(petra: Client, event: Event) -> None:
    typed = {"display_name": "Hans Neu", "username": "hans", "roles": ["entry"]}
    response = petra.post(url("official_create", event), typed)
    found = re.search(r"<code>(.*?)</code>", text(response))
    assert found
    assert "no-store" in response["Cache-Control"]
    assert Client().login(username="hans", password=found[1])
    assert found[1] not in text(petra.get(url("officials", event)))


def test_account_name_that_is_taken_is_told(petra: Client, event: Event) -> None:
    typed = {"display_name": "Rudi Zwei", "username": "rudi", "roles": ["entry"]}
    assert "gibt es schon" in text(petra.post(url("official_create", event), typed))


def test_roles_are_changed(petra: Client, cast: Cast, event: Event) -> None:
    petra.post(url("official", event, cast.rudi.pk), {"roles": ["referee", "entry"]})
    assert set(event.roles.filter(user=cast.rudi).values_list("role", flat=True)) == {"referee", "entry"}


def test_last_director_stays(petra: Client, cast: Cast, event: Event) -> None:
    page = petra.post(url("official", event, cast.petra.pk), {"roles": ["referee"]})
    assert "Jemand muss die Spielleitung haben" in text(page)
    page = petra.post(url("official_remove", event, cast.petra.pk), follow=True)
    assert "Jemand muss die Spielleitung haben" in text(page)
    assert event.roles.filter(user=cast.petra, role=Role.DIRECTOR).exists()


def test_roles_stay_if_the_right_to_make_events_is_refused(
    petra: Client, cast: Cast, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_named: object) -> None:
        raise TournamentError("Das geht gerade nicht.")

    monkeypatch.setattr(officials, "let_make_events", refuse)
    User.objects.filter(pk=cast.petra.pk).update(is_superuser=True)
    typed = {"roles": ["entry"], "makes_events": "on"}
    assert "Das geht gerade nicht." in text(petra.post(url("official", event, cast.rudi.pk), typed))
    assert event.roles.get(user=cast.rudi).role == Role.REFEREE


def test_official_is_removed_after_a_question(petra: Client, cast: Cast, event: Event) -> None:
    assert "aus der Leitung nehmen" in text(petra.get(url("official_remove", event, cast.rudi.pk)))
    petra.post(url("official_remove", event, cast.rudi.pk))
    assert not event.roles.filter(user=cast.rudi).exists()


def test_somebody_without_a_role_here_is_not_found(petra: Client, cast: Cast, event: Event) -> None:
    assert petra.get(url("official", event, cast.frieda.pk)).status_code == 404


def test_director_who_gives_the_task_away_lands_on_the_list_of_events(petra: Client, cast: Cast, event: Event) -> None:
    EventRole.objects.create(event=event, user=cast.rudi, role=Role.DIRECTOR)
    response = petra.post(url("official_remove", event, cast.petra.pk))
    assert response["Location"] == reverse("organiser:events")
