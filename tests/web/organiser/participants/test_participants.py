"""The officials' desk: the list of participants, start numbers, withdrawal."""

import re
from typing import Any

import pytest
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Club, Event, EventLog, Player, Registration, Team
from romme_turnier.tournament.participants.card_code import card_code, printed
from romme_turnier.tournament.participants.registrations import exclude
from romme_turnier.tournament.participants.teams import create_team
from tests.cast import Cast, signed_in
from tests.factories import make_event, one, register, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(players=8, clubs=4, entry_fee=10)


def names_in(page: Any) -> list[str]:
    """Last names in the rows of the list, top to bottom."""
    return [row.player.last_name for row in page.context["rows"]]


# --- rights ---

LOOKED_AT = ["front_desk", "participants_numbers", "teams"]
WRITTEN = ["participants_import", "team_create"]


@pytest.mark.parametrize("name", [*LOOKED_AT, *WRITTEN])
def test_foreign_event_does_not_exist(cast: Cast, event: Event, name: str) -> None:
    assert signed_in(cast.frieda).get(url(name, event)).status_code == 404


@pytest.mark.parametrize("name", WRITTEN)
def test_referees_register_nobody_and_are_told_who_does(cast: Cast, event: Event, name: str) -> None:
    page = signed_in(cast.rudi).get(url(name, event))
    assert page.status_code == 403
    assert "Spielleitung, Listenerfassung oder Kasse" in text(page)


@pytest.mark.parametrize("name", LOOKED_AT)
def test_referees_may_look(cast: Cast, event: Event, name: str) -> None:
    assert signed_in(cast.rudi).get(url(name, event)).status_code == 200


@pytest.mark.parametrize("name", ["participant_paid", "participant_hand_out", "participant_withdraw", "participant"])
def test_referees_change_no_registration(cast: Cast, event: Event, name: str) -> None:
    assert signed_in(cast.rudi).post(url(name, event, one(event).pk)).status_code == 403


@pytest.mark.parametrize(
    "name",
    ["participant", "participant_withdraw", "participant_exclude", "participant_reinstate", "team", "team_delete"],
)
def test_rows_of_another_event_are_not_found(petra: Client, cast: Cast, event: Event, name: str) -> None:
    elsewhere = Event.objects.get(slug="anderswo")
    stranger = register(elsewhere, 1)
    team = create_team(elsewhere, "Fremde", [], by=None)
    pk = team.pk if name.startswith("team") else stranger.pk
    assert petra.get(url(name, event, pk)).status_code == 404
    assert petra.post(url(name, event, pk)).status_code == 404


@pytest.mark.parametrize(
    "name", ["participant_paid", "participant_hand_out", "participant_take_back", "participant_new_card"]
)
def test_one_click_changes_are_no_pages(petra: Client, event: Event, name: str) -> None:
    assert petra.get(url(name, event, one(event).pk)).status_code == 405


@pytest.mark.parametrize("name", [*LOOKED_AT, *WRITTEN])
def test_looking_changes_nothing(petra: Client, event: Event, name: str) -> None:
    before = (EventLog.objects.count(), Player.objects.count(), Team.objects.count())
    assert petra.get(url(name, event)).status_code == 200
    assert (EventLog.objects.count(), Player.objects.count(), Team.objects.count()) == before


def test_lost_start_card_gets_a_new_code_that_is_said_and_logged(petra: Client, event: Event) -> None:
    who = one(event, 3)
    old, card = printed(card_code(who)), f"/leitung/{event.slug}/papier/startkarten/3.pdf"
    assert card in text(petra.get(url("participant", event, who.pk)))
    page = text(petra.post(url("participant_new_card", event, who.pk), follow=True))
    assert printed(card_code(one(event, 3))) in page
    assert old not in page
    row = EventLog.objects.latest("pk")
    assert (row.verb, row.by) == ("card_code.replace_card", User.objects.get(username="petra"))


# --- list ---


def test_empty_list_offers_the_next_step(petra: Client, event: Event) -> None:
    Registration.objects.all().delete()
    page = text(petra.get(url("front_desk", event)))
    assert "Noch ist niemand gemeldet" in page
    assert url("participants_import", event) in page


def test_list_stands_in_the_order_of_numbers_those_without_last(petra: Client, event: Event) -> None:
    register(event, None, last_name="Ohne")
    assert names_in(petra.get(url("front_desk", event))) == [*(f"Spieler{n}" for n in range(1, 9)), "Ohne"]


def test_box_without_remarks_is_empty_so_that_phones_leave_it_out(petra: Client, event: Event) -> None:
    page = petra.get(url("front_desk", event)).content.decode()
    assert page.count('<td data-label="Sonst"><div></div>') == 8


def test_list_is_sorted_by_name(petra: Client, event: Event) -> None:
    register(event, 9, last_name="Aachen")
    assert names_in(petra.get(url("front_desk", event), {"sortiert": "name"}))[0] == "Aachen"


def test_sorting_by_something_else_is_passed_over(petra: Client, event: Event) -> None:
    assert petra.get(url("front_desk", event), {"sortiert": "player__key"}).status_code == 200


@pytest.mark.parametrize(("typed", "found"), [("7", ["Spieler7"]), ("özl", ["Özlem"]), ("ÖZ", ["Özlem"]), ("xyz", [])])
def test_list_is_searched_by_number_and_name(petra: Client, event: Event, typed: str, found: list[str]) -> None:
    register(event, 99, last_name="Özlem")
    assert names_in(petra.get(url("front_desk", event), {"q": typed})) == found


def test_list_is_filtered(petra: Client, event: Event) -> None:
    event.registrations.exclude(number=3).update(paid=True)
    register(event, None, last_name="Ohne", paid=True)
    exclude(one(event, 4), 1, reason="Grund", by=None)
    club = one(event, 2).club
    assert club
    shown = {
        "show=unpaid": ["Spieler3"],
        "show=without-number": ["Ohne"],
        "show=left": ["Spieler4"],
        f"club={club.pk}": ["Spieler2", "Spieler6"],
        "club=999999999999999999999": [*(f"Spieler{n}" for n in range(1, 9)), "Ohne"],
    }
    for query, names in shown.items():
        assert names_in(petra.get(f"{url('front_desk', event)}?{query}")) == names


def test_payment_is_noted_with_one_click_and_the_place_is_kept(petra: Client, event: Event) -> None:
    registration = one(event)
    typed = {"paid": "on", "back": "show=unpaid&sortiert=name"}
    response = petra.post(url("participant_hand_out", event, registration.pk), typed)
    kept = f"?show=unpaid&sortiert=name&fertig={registration.pk}#teilnehmer-{registration.pk}"
    assert response["Location"] == f"{url('front_desk', event)}{kept}"
    registration.refresh_from_db()
    assert registration.paid


def test_row_to_return_to_is_on_the_page(petra: Client, event: Event) -> None:
    assert f'id="teilnehmer-{one(event).pk}"' in text(petra.get(url("front_desk", event)))


def test_way_back_leads_nowhere_else(petra: Client, event: Event) -> None:
    typed = {"paid": "yes", "back": "//fremd.example/"}
    response = petra.post(url("participant_paid", event, one(event).pk), typed)
    assert response["Location"].startswith(f"{url('front_desk', event)}?")


def test_fee_is_not_open_for_a_player_that_left_before_playing_or_sits_on_the_bench(
    petra: Client, event: Event
) -> None:
    create_team(event, "Nord", [one(event), one(event, 2)], substitutes=[one(event, 2).pk], by=None)
    event.registrations.filter(number=3).update(status="withdrawn", left_before_series=1)
    page = petra.get(url("front_desk", event))
    assert {row.number for row in page.context["rows"] if row.owes_nothing} == {2, 3}
    assert text(page).count('name="paid"') == 6
    unpaid = petra.get(url("front_desk", event), {"show": "unpaid"}).context["rows"]
    assert {row.number for row in unpaid} == {1, 4, 5, 6, 7, 8}
    event.registrations.update(number=None)
    numbers = petra.get(url("participants_numbers", event))
    assert numbers.context["unpaid"] == 6
    assert text(numbers).count("○ offen") == 6


# --- one participant ---


def changed(client: Client, registration: Registration, **changes: str) -> Any:
    typed = {
        "first_name": registration.player.first_name,
        "last_name": registration.player.last_name,
        "club": "RC Neu",
        "number": str(registration.number),
        **changes,
    }
    return client.post(url("participant", registration.event, registration.pk), typed)


def test_registration_is_changed(petra: Client, event: Event) -> None:
    registration = one(event)
    response = changed(petra, registration, last_name="Winter", publish_name="on")
    assert response["Location"].startswith(url("front_desk", event))
    registration = one(event)
    assert registration.name == "Vera1 Winter"
    assert registration.publish_name
    assert registration.club == Club.objects.get(name="RC Neu")


def test_number_on_lists_is_kept_with_the_reason(petra: Client, event: Event) -> None:
    seat_series(event)
    page = text(changed(petra, one(event), number="99"))
    assert "Die Startnummer 1 steht schon auf Listen und bleibt." in page
    assert "Serie 1: Tisch 1, Platz 1" in page


def test_withdrawal_is_asked_about_and_can_be_undone(petra: Client, event: Event) -> None:
    registration = one(event)
    assert "zieht sich zurück" in text(petra.get(url("participant_withdraw", event, registration.pk)))
    petra.post(url("participant_withdraw", event, registration.pk), {"left_before_series": "2"})
    assert (one(event).status, one(event).left_before_series) == ("withdrawn", 2)
    page = text(petra.get(url("participant", event, registration.pk)))
    assert url("participant_reinstate", event, registration.pk) in page
    petra.post(url("participant_reinstate", event, registration.pk))
    assert (one(event).status, one(event).left_before_series) == ("active", None)


def test_withdrawal_of_somebody_seated_is_allowed_and_leads_to_the_repair(petra: Client, event: Event) -> None:
    seat_series(event)
    address = url("participant_withdraw", event, one(event).pk)
    assert "sitzt in Serie 1 an Tisch 1" in text(petra.get(address))
    page = text(petra.post(address, {"left_before_series": "1"}, follow=True))
    assert "Vorschlag 1" in page  # no row is entered yet: the seating is repaired
    assert one(event).status == "withdrawn"


def test_exclusion_is_for_directors(petra: Client, cast: Cast, event: Event) -> None:
    address = url("participant_exclude", event, one(event).pk)
    for official in (cast.ella, cast.karl):
        assert signed_in(official).post(address, {"left_before_series": "1"}).status_code == 403
    assert "§ 1.4" in text(petra.get(address))
    petra.post(address, {"left_before_series": "1"})
    assert one(event).status == "active"  # not without a reason
    petra.post(address, {"left_before_series": "1", "reason": "Kartentausch"})
    assert (one(event).status, one(event).leaving_reason) == ("excluded", "Kartentausch")
    assert "Kartentausch" in text(petra.get(url("participant", event, one(event).pk)))


def test_exclusion_is_taken_back_by_directors_only(petra: Client, cast: Cast, event: Event) -> None:
    exclude(one(event), 1, reason="Grund", by=None)
    address = url("participant_reinstate", event, one(event).pk)
    assert signed_in(cast.karl).post(address).status_code == 403
    petra.post(address)
    assert one(event).status == "active"


def test_series_that_does_not_exist_cannot_be_chosen(petra: Client, event: Event) -> None:
    page = petra.post(url("participant_withdraw", event, one(event).pk), {"left_before_series": "4"})
    assert page.status_code == 200
    assert one(event).status == "active"


# --- start numbers ---


def planned(page: Any) -> list[str]:
    return re.findall(r'name="planned" value="([^"]+)"', page.content.decode())


def test_numbers_are_shown_before_they_are_given(petra: Client, event: Event) -> None:
    late = [register(event, None, last_name=name) for name in ("Zander", "Adler")]
    page = petra.get(url("participants_numbers", event), {"order": "name"})
    assert planned(page) == [f"{late[1].pk}:9", f"{late[0].pk}:10"]
    assert "2 davon haben das Startgeld noch nicht bezahlt" in text(page)
    petra.post(url("participants_numbers", event), {"order": "name", "planned": planned(page)})
    assert one(event, 9).player.last_name == "Adler"


def test_numbers_are_shown_again_when_somebody_registered_meanwhile(petra: Client, event: Event) -> None:
    register(event, None)
    seen = planned(petra.get(url("participants_numbers", event)))
    register(event, None)
    page = petra.post(url("participants_numbers", event), {"order": "registration", "planned": seen})
    assert "noch einmal" in text(page)
    assert len(planned(page)) == 2
    assert event.registrations.filter(number=None).count() == 2
