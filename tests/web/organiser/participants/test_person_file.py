"""One file with everything stored about a person, and the page that names what is stored."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import Ban, Consent, EarlierName, Event, Membership, Organiser, Player
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import make_event, make_office, make_organiser, new_user, one, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(starts_at=timezone.now())


@pytest.fixture
def person(event: Event) -> Player:
    """Plays at two events, is a member, banned, and withdrew a consent."""
    player = one(event).player
    other = make_event(players=0, slug="weiteres", starts_at=timezone.now())
    for registration in (one(event), other.registrations.create(player=player, number=3)):
        Consent.objects.create(
            registration=registration,
            purpose="event",
            given_at=timezone.now(),
            speaker="captain",
            withdrawn_at=timezone.now(),
        )
    EarlierName.objects.create(player=player, first_name="Vera", last_name="Früher")
    organiser = Organiser.objects.get()
    Membership.objects.create(player=player, organiser=organiser, number="7", since=date(2020, 1, 1))
    Ban.objects.create(player=player, organiser=organiser, reason="Kartentausch", at=timezone.now())
    return player


def file_of(client: Client, person: Player) -> dict[str, Any]:
    content: dict[str, Any] = client.get(reverse("organiser:player_data", args=[person.pk])).json()
    return content


def test_file_has_person_membership_ban_and_each_event_with_consents(
    event: Event, person: Player, chief: Client
) -> None:
    told = file_of(chief, person)
    assert told["earlier_names"] == [{"first_name": "Vera", "last_name": "Früher"}]
    assert [row["number"] for row in told["memberships"]] == ["7"]
    assert told["bans"][0]["reason"] == "Kartentausch"
    assert [of["registration"][0]["event__name"] for of in told["events"]] == [event.name, "Testpokal"]
    (consent,) = told["events"][1]["consents"]
    assert consent["speaker"] == "durch die Mannschaftsführung"
    assert consent["given_at"] <= consent["withdrawn_at"]


def test_organisers_are_named_only_if_there_are_several(event: Event, person: Player, chief: Client) -> None:
    Organiser.objects.update(name="RC Herz")
    assert "organiser__name" not in str(file_of(chief, person))
    make_organiser(number="2", slug="zweiter")
    told = file_of(chief, person)
    assert [told[part][0]["organiser__name"] for part in ("memberships", "bans")] == ["RC Herz", "RC Herz"]


def test_member_without_an_event_has_a_file(event: Event, chief: Client) -> None:
    member = Player.objects.create(first_name="Ida", last_name="Blau")
    assert file_of(chief, member)["person"][0]["last_name"] == "Blau"
    assert file_of(chief, member)["events"] == []


def test_file_needs_no_further_statements_for_further_events(event: Event, person: Player, chief: Client) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            file_of(chief, person)
        return len(queries)

    few = statements()
    for number in range(5):
        released = make_event(players=4, slug=f"abend-{number}", starts_at=timezone.now())
        released.registrations.filter(number=1).update(player=person)
        series = seat_series(released, tables=((1, 2, 3, 4),))
        series.closed_at = timezone.now()
        series.save()
        for _ in range(2):
            release_standings(released, 1, by=None)
    assert statements() == few
    told = file_of(chief, person)["events"]
    assert [[row["series"] for row in of["standings"]] for of in told if "standings" in of] == [[1]] * 5


def test_only_officials_of_all_events_of_the_person_get_the_file(event: Event, person: Player, chief: Client) -> None:
    cast = make_cast(event)
    address = reverse("organiser:player_data", args=[person.pk])
    assert [signed_in(user).get(address).status_code for user in (cast.petra, cast.frieda)] == [404, 404]
    person.registrations.exclude(event=event).delete()
    person.memberships.all().delete()
    assert signed_in(cast.petra).get(address).status_code == 200
    shown = signed_in(cast.petra).get(reverse("organiser:register"), {"wen": person.last_name}).content.decode()
    assert address in shown


def test_office_without_the_right_to_ban_gives_no_reason_of_a_ban(event: Event, person: Player) -> None:
    registrar = new_user("registrar")
    registrar.save()
    make_office(Organiser.objects.get(), registrar, "registrar")
    (ban,) = file_of(signed_in(registrar), person)["bans"]
    assert "reason" not in ban
    assert ban["at"]


def test_page_about_data_names_consents_offices_and_what_erasing_does_not_reach(client: Client, event: Event) -> None:
    make_cast(event)
    page = client.get(reverse("help:privacy")).content.decode()
    for words in ("Jede Zustimmung, die Sie geben", "Benutzername und Aufgaben", "ältere Sicherungen"):
        assert words in page
    assert "Ämter" not in page
    assert "Eine Mitgliedschaft" not in page
    assert "Durchsagen, Hinweise" not in page
    Organiser.objects.update(names_years=2)
    assert "Durchsagen, Hinweise" in client.get(reverse("help:privacy")).content.decode()
    make_organiser(number="2", slug="zweiter")
    page = client.get(reverse("public:organiser_privacy", args=["verein"])).content.decode()
    assert "Eine Mitgliedschaft beim Veranstalter" in page
    assert "Ämter mit ihren Tagen" in page
