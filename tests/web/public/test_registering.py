"""Anybody registers without an account, keeps a link, changes and withdraws with it; nobody learns about others."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.services import fees, invitations
from romme_turnier.tournament.services.waiting_list import place_of
from romme_turnier.web.public.registering import guard
from tests.factories import make_event, make_official, make_open_event, seat_series

pytestmark = pytest.mark.django_db

Status = models.Registration.Status
PERSON = {"first_name": "Berta", "last_name": "Neu", "club": "RC Nord", "contact": "0170 1234567"}
ADDRESS = "/t/testpokal/anmelden/"
TEAM_ADDRESS = f"{ADDRESS}mannschaft/"


def open_event(**fields: Any) -> models.Event:
    make_official()
    return make_open_event(**fields)


def closing(event: models.Event) -> datetime:
    assert event.registration_closes_at is not None
    return event.registration_closes_at


def send(data: dict[str, Any] = PERSON, *, address: str = ADDRESS, client: Client | None = None) -> Any:
    return (client or Client()).post(address, data)


def own_page(registration: models.Registration, name: str = "registration") -> str:
    return reverse(f"public:{name}", args=[registration.event.slug, registration.token])


def page(path: str) -> str:
    return Client().get(path).content.decode()


def team_data(size: int = 4, *, substitute: bool = False) -> dict[str, str]:
    data = {"team": "Nordlichter", "club": "RC Nord", "contact": "nord@beispiel.de"}
    for n in range(1, size + 1):
        data |= {f"p{n}_first_name": f"Vera{n}", f"p{n}_last_name": "Nord"}
    return data | ({"e_first_name": "Emil", "e_last_name": "Ersatz"} if substitute else {})


def test_who_registers_is_led_to_a_link_of_their_own():
    event = open_event()
    answer = send()
    registration = event.registrations.get()
    assert answer.url == own_page(registration)
    assert (registration.name, str(registration.club), registration.status) == ("Berta Neu", "RC Nord", "active")
    shown = page(answer.url)
    assert "Angemeldet" in shown
    assert "Bewahren Sie diesen Link auf" in shown
    assert str(registration.token) in shown


def test_pages_of_a_link_are_stored_nowhere_and_found_by_no_search_engine():
    event = open_event()
    send()
    for path in (
        ADDRESS,
        own_page(event.registrations.get()),
        own_page(event.registrations.get(), "registration_change"),
    ):
        headers = Client().get(path).headers
        assert (headers["Cache-Control"], headers["X-Robots-Tag"]) == ("no-store", "noindex")


def test_the_button_pressed_twice_registers_once():
    event = open_event()
    data = {**PERSON, "key": "A" * 32}
    assert send(data).url == send(data).url
    assert event.registrations.count() == 1


def test_somebody_else_on_the_same_page_gets_another_link():
    event = open_event()
    send({**PERSON, "key": "A" * 32})
    send({**PERSON, "first_name": "Carl", "key": "A" * 32})
    assert event.registrations.values("token").distinct().count() == 2


def test_all_that_is_missing_is_said_at_once_and_what_was_typed_stays():
    open_event()
    shown = send({"first_name": "Berta", "contact": "berta@"}).content.decode()
    assert "Bitte geben Sie den Nachnamen an." in shown
    assert "Diese E-Mail-Adresse ist unvollständig" in shown
    assert 'value="Berta"' in shown


@pytest.mark.parametrize("name", ["first_name", "last_name", "club", "contact"])
def test_what_is_too_long_is_refused(name):
    event = open_event()
    assert send({**PERSON, name: "x" * 500}).status_code == 200
    assert not event.registrations.exists()


def test_a_player_of_the_register_is_never_taken_by_name():
    event = open_event()
    known = models.Player.objects.create(first_name="Berta", last_name="Neu")
    send()
    assert event.registrations.get().player != known


def test_who_is_registered_already_is_told_so_and_no_more():
    event = open_event()
    send()
    models.Registration.objects.update(number=7, contact="geheim@beispiel.de")
    shown = send({**PERSON, "first_name": "BERTA", "club": "rc  nord"}).content.decode()
    assert "ist schon angemeldet" in shown
    assert "geheim" not in shown
    assert event.registrations.count() == 1


def test_the_same_name_in_another_club_is_somebody_else():
    event = open_event()
    send()
    send({**PERSON, "club": "RC Süd"})
    assert event.registrations.count() == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"self_registration": False}, "kann man sich hier nicht anmelden"),
        ({"registration_closes_at": timezone.now() - timedelta(minutes=1)}, "Der Meldeschluss ist vorbei"),
        ({"access": "closed"}, "wer eingeladen ist"),
    ],
)
def test_a_closed_registration_says_why_and_takes_nobody(fields, words):
    event = open_event(**fields)
    assert words in page(ADDRESS)
    assert words in send().content.decode()
    assert not event.registrations.exists()


def test_registration_is_over_once_the_first_series_is_drawn():
    event = open_event(players=8)
    seat_series(event)
    assert "schon ausgelost" in send().content.decode()
    assert event.registrations.count() == 8


def test_an_event_that_is_not_published_has_no_such_page():
    open_event(published_at=None)
    assert Client().get(ADDRESS).status_code == 404
    assert send().status_code == 404


def test_the_page_of_the_event_says_how_many_places_are_left_and_follows():
    event = open_event(capacity=2)
    assert "Noch 2 Plätze." in page("/t/testpokal/")
    send()
    assert "Noch 1 Platz." in page("/t/testpokal/")
    send({**PERSON, "first_name": "Carl"})
    shown = page("/t/testpokal/")
    assert "Zur Anmeldung" in shown
    assert "Warteliste" in shown
    with time_machine.travel(closing(event) + timedelta(seconds=1)):
        shown = page("/t/testpokal/")
    assert "Zur Anmeldung" not in shown
    assert "Der Meldeschluss ist vorbei" in shown


def test_who_waits_sees_the_place_in_the_list():
    event = open_event(capacity=1)
    send()
    send({**PERSON, "first_name": "Carl"})
    waiting = event.registrations.get(status=Status.WAITING)
    assert "Warteliste, Platz 1" in page(own_page(waiting))
    Client().post(own_page(event.registrations.get(status=Status.ACTIVE), "registration_withdraw"))
    assert "Angemeldet" in page(own_page(waiting))


def test_details_are_changed_by_the_link():
    event = open_event(capacity=1)
    send()
    own = event.registrations.get()
    path = own_page(own, "registration_change")
    assert 'value="Berta"' in page(path)
    assert send({**PERSON, "last_name": "Alt", "club": "RC Süd", "publish_name": "on"}, address=path).url == own_page(
        own
    )
    own = event.registrations.get()
    assert (own.name, str(own.club), own.publish_name) == ("Berta Alt", "RC Süd", True)


def test_after_the_close_only_officials_change_details():
    event = open_event()
    send()
    own = event.registrations.get()
    with time_machine.travel(closing(event) + timedelta(minutes=1)):
        assert Client().get(own_page(own, "registration_change")).status_code == 302
        shown = send({**PERSON, "last_name": "Alt"}, address=own_page(own, "registration_change")).content.decode()
    assert "Nach dem Meldeschluss" in shown
    assert event.registrations.get().name == "Berta Neu"


def test_the_name_of_somebody_known_from_another_event_stays_as_it_is():
    event = open_event()
    send()
    own = event.registrations.get()
    models.Registration.objects.create(event=make_event(players=0, slug="frueher"), player=own.player)
    shown = send({**PERSON, "last_name": "Alt"}, address=own_page(own, "registration_change")).content.decode()
    assert "ändert die Spielleitung" in shown


def test_withdrawing_asks_first():
    event = open_event()
    send()
    own = event.registrations.get()
    path = own_page(own, "registration_withdraw")
    assert "abmelden" in page(path)
    assert event.registrations.get().status == Status.ACTIVE
    Client().post(path)
    assert event.registrations.get().status == Status.WITHDRAWN
    assert "Abgemeldet" in page(own_page(own))


def test_who_has_withdrawn_may_register_again():
    event = open_event()
    send()
    Client().post(own_page(event.registrations.get(), "registration_withdraw"))
    send()
    assert event.registrations.filter(status=Status.ACTIVE).count() == 1


def test_nobody_withdraws_by_the_link_once_the_first_series_is_drawn():
    event = open_event(players=8)
    own = event.registrations.get(number=1)
    models.Registration.objects.filter(pk=own.pk).update(token="A" * 32)
    seat_series(event)
    own.refresh_from_db()
    assert "sagen Sie es bitte der Spielleitung" in page(own_page(own))
    Client().post(own_page(own, "registration_withdraw"))
    own.refresh_from_db()
    assert own.status == Status.ACTIVE


def test_a_foreign_or_invented_link_finds_nothing():
    event = open_event()
    send()
    own = event.registrations.get()
    make_event(players=0, slug="anderswo", published_at=timezone.now())
    assert Client().get(reverse("public:registration", args=["anderswo", own.token])).status_code == 404
    assert Client().get(reverse("public:registration", args=["testpokal", "B" * 32])).status_code == 404


def test_what_is_owed_and_paid_is_shown_with_a_transfer_to_scan():
    event = open_event(entry_fee=Decimal(10), bank_details="RC Nord, DE02 1203 0000 0000 2020 51", organiser="RC Nord")
    send()
    own = event.registrations.get()
    shown = page(own_page(own))
    assert "Berta Neu, Testpokal" in shown
    assert "GiroCode" in shown
    fees.pay(own, method="bank", key="k", by=None)
    shown = page(own_page(own))
    assert "GiroCode" not in shown
    assert "10,00" in shown


def test_bank_details_without_a_sound_number_are_shown_without_a_code():
    event = open_event(entry_fee=Decimal(10), bank_details="DE02 1203 0000 0000 2020 52")
    send()
    shown = page(own_page(event.registrations.get()))
    assert "DE02 1203 0000 0000 2020 52" in shown
    assert "GiroCode" not in shown


def test_who_waits_owes_nothing_yet():
    event = open_event(entry_fee=Decimal(10), capacity=1, bank_details="DE02120300000000202051")
    send()
    send({**PERSON, "first_name": "Carl"})
    assert "Startgeld" not in page(own_page(event.registrations.get(status=Status.WAITING)))


def test_kind_of_fee_and_categories_are_chosen():
    event = open_event(entry_fee=Decimal(10))
    young = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal(5))
    category = models.Category.objects.create(event=event, name="Jugend")
    send({**PERSON, "fee": str(young.pk), "categories": [str(category.pk)]})
    own = event.registrations.get()
    assert own.fee == young
    assert list(own.categories.all()) == [category]
    assert "5,00" in page(own_page(own))


def test_a_fee_of_another_event_is_no_choice():
    event = open_event()
    models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal(5))
    other = models.FeeKind.objects.create(event=make_event(players=0, slug="x"), name="Frei", amount=Decimal(0))
    assert send({**PERSON, "fee": str(other.pk)}).status_code == 200
    assert not event.registrations.exists()


def test_a_captain_registers_a_team_and_changes_all_of_it():
    event = open_event(prizes="team", entry_fee=Decimal(10))
    answer = send(team_data(3, substitute=True), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    assert answer.url == own_page(captain)
    shown = page(own_page(captain))
    assert all(name in shown for name in ("Nordlichter", "Vera1 Nord", "Vera2 Nord", "Vera3 Nord", "Emil Ersatz"))
    assert "30,00" in shown
    changed = team_data(4) | {"team": "Nordwind", "p2_first_name": "Wanda"}
    changed |= {"e_first_name": "Emil", "e_last_name": "Ersatz"}
    assert send(changed, address=own_page(captain, "registration_change")).status_code == 302
    team = event.teams.get()
    assert team.name == "Nordwind"
    assert [str(one.registration.name) for one in team.memberships.filter(substitute=False)] == [
        "Vera1 Nord",
        "Wanda Nord",
        "Vera3 Nord",
        "Vera4 Nord",
    ]


def test_the_link_of_a_member_shows_nothing_of_the_others():
    event = open_event(prizes="team")
    send(team_data(), address=TEAM_ADDRESS)
    member = event.registrations.exclude(captain=None)[0]
    shown = page(own_page(member))
    assert "Vera2 Nord" in shown
    assert "Vera1 Nord" not in shown


def test_the_substitute_plays_for_a_member_who_withdraws():
    event = open_event(prizes="team", capacity=4)
    send(team_data(substitute=True), address=TEAM_ADDRESS)
    send({**PERSON, "first_name": "Carl"})
    member = event.registrations.get(player__first_name="Vera2")
    assert "spielt dann Emil Ersatz" in page(own_page(member, "registration_withdraw"))
    Client().post(own_page(member, "registration_withdraw"))
    assert not models.TeamMember.objects.filter(substitute=True).exists()
    assert event.registrations.get(player__first_name="Carl").status == Status.WAITING


def test_a_captain_withdraws_the_whole_team_and_its_name_is_free_again():
    event = open_event(prizes="team")
    send(team_data(), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    Client().post(own_page(captain, "registration_withdraw") + "?mannschaft=1")
    assert set(event.registrations.values_list("status", flat=True)) == {Status.WITHDRAWN}
    assert send(team_data(), address=TEAM_ADDRESS).status_code == 302


def test_a_member_added_later_waits_where_there_is_no_place():
    event = open_event(prizes="team", capacity=3)
    send(team_data(3), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    send(team_data(4), address=own_page(captain, "registration_change"))
    late = event.registrations.get(player__first_name="Vera4")
    assert (late.status, place_of(late)) == (Status.WAITING, 1)
    assert "auf der Warteliste" in page(own_page(captain))


def test_a_name_without_its_other_half_is_said_at_its_field():
    open_event(prizes="team")
    shown = send({**team_data(2), "p3_first_name": "Vera3"}, address=TEAM_ADDRESS).content.decode()
    assert "Bitte geben Sie den Nachnamen an." in shown


def test_nobody_joins_the_team_of_a_captain_by_its_name():
    event = open_event(prizes="team")
    send(team_data(3), address=TEAM_ADDRESS)
    assert "eine Person für alle angemeldet" in send({**PERSON, "team": "nordlichter"}).content.decode()
    assert event.registrations.count() == 3


def test_players_found_a_team_together_until_it_is_full():
    event = open_event(prizes="both")
    for n in range(4):
        send({**PERSON, "first_name": f"Vera{n}", "team": "Die Vier"})
    assert "hat schon 4 Mitglieder" in send({**PERSON, "team": "Die Vier"}).content.decode()
    assert event.teams.get().memberships.count() == 4


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


def test_too_many_registrations_from_one_address_are_held_up_and_nothing_typed_is_lost(monkeypatch):
    monkeypatch.setitem(guard._RATES, "register", "3/10m/ip")
    event = open_event()
    for n in range(3):
        send({**PERSON, "first_name": f"Vera{n}"})
    answer = send({**PERSON, "first_name": "Letzte"})
    assert answer.status_code == 429
    assert 'value="Letzte"' in answer.content.decode()
    assert event.registrations.count() == 3


def test_the_link_is_mailed_only_where_mail_is_set_up_and_the_contact_is_an_address(settings):
    open_event()
    send({**PERSON, "contact": "berta@beispiel.de"})
    assert mail.outbox == []
    settings.SENDS_MAIL = True
    send({**PERSON, "first_name": "Carl"})
    assert mail.outbox == []
    send({**PERSON, "first_name": "Dora", "contact": "dora@beispiel.de"})
    (sent,) = mail.outbox
    assert sent.to == ["dora@beispiel.de"]
    assert "/anmeldung/" in sent.body
    assert "Dora" not in sent.body


def test_clubs_that_strangers_typed_are_offered_to_nobody():
    event = open_event()
    send({**PERSON, "club": "Unfug"})
    club = models.Club.objects.create(name="RC Echt")
    player = models.Player.objects.create(first_name="A", last_name="B")
    models.Registration.objects.create(event=event, player=player, club=club)
    shown = page(ADDRESS)
    assert "RC Echt" in shown
    assert "Unfug" not in shown
