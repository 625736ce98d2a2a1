"""The front desk: who comes is found in one field; fee, number and arrival are one step, each with its way back."""

from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.test import Client

from romme_turnier.documents.participants.start_cards import StartCard, start_cards
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in
from romme_turnier.tournament.participants.front_desk import register_at_desk
from romme_turnier.tournament.participants.registrations import Entry, register as enrol
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import Cast, signed_in
from tests.factories import make_event, one, register, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
BERTA = {"first_name": "Berta", "last_name": "Beispiel", "club": "RC Nord"}
ALL = {"paid": "on", "with_number": "on", "arrived": "on"}
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, entry_fee=TEN)


def desk(event: models.Event) -> str:
    return url("front_desk", event)


def plain(page: Any) -> str:
    return text(page).replace("\N{NO-BREAK SPACE}", " ")


def hand_out(client: Client, who: models.Registration, typed: dict[str, str], **more: Any) -> Any:
    return client.post(url("participant_hand_out", who.event, who.pk), typed, **more)


# --- who is meant ---


@pytest.mark.parametrize(
    "typed", ["3", "http://192.168.178.20:8000/leitung/testpokal/einlass/?nr=3", "vera3", "  VERA3 "]
)
def test_number_scan_and_fragment_show_the_card_of_the_one(event, petra, typed):
    for headers in ({}, SCRIPT):
        page = petra.get(desk(event), {"q": typed}, headers=headers)
        assert page.context["who"] == one(event, 3)
        assert ("<html" in text(page)) == (not headers)
    assert one(event, 3).checked_in_at is None  # looking changes nothing


def test_several_who_fit_are_a_choice(event, petra):
    page = petra.get(desk(event), {"q": "spieler"}, headers=SCRIPT)
    assert len(page.context["here"]) == 8
    assert f"?wer={one(event, 3).pk}" in text(page)


def test_number_of_nobody_is_told_and_makes_nobody_new(event, petra):
    shown = text(petra.get(desk(event), {"q": "99"}))
    assert "Startnummer 99 ist nicht vergeben." in shown
    assert "Neu aufnehmen" not in shown


def test_card_says_what_it_was_found_for(event, petra):
    assert 'data-for="vera3"' in text(petra.get(desk(event), {"q": " vera3  "}, headers=SCRIPT))


def test_addresses_of_before_lead_to_the_front_desk(event, petra):
    assert petra.get(url("check_in_moved", event), {"nr": "3"})["Location"] == f"{desk(event)}?nr=3"
    assert petra.get(url("participants_moved", event))["Location"] == desk(event)
    assert petra.get(desk(event), {"nr": "3"}).context["who"] == one(event, 3)


@pytest.mark.parametrize("name", ["wer", "fertig"])
def test_somebody_of_another_event_is_not_shown(event, petra, name):
    other = make_event(players=1, slug="fremd").registrations.get()
    assert petra.get(desk(event), {name: other.pk}).status_code == 404
    assert petra.post(url("participant_hand_out", event, other.pk), ALL).status_code == 404
    assert petra.post(url("participant_take_back", event, other.pk), {"step": "number"}).status_code == 404


def test_who_only_looks_gets_no_button(event, cast):
    page = text(signed_in(cast.rudi).get(desk(event), {"q": "3"}))
    assert "3 Vera3 Spieler3" in page
    assert "Eintragen" not in page
    assert "Bezahlt</button>" not in page


# --- one step ---


def test_fee_number_and_arrival_are_done_in_one_step(event, karl):
    who = one(event, 2)
    event.registrations.filter(pk=who.pk).update(number=None)
    page = hand_out(karl, who, ALL, follow=True)
    who.refresh_from_db()
    assert (who.number, who.paid, fees.booked(who)) == (2, True, TEN)
    assert who.checked_in_at
    shown = plain(page)
    assert "Bezahlt: 10,00 €" in shown
    assert "Startnummer 2" in shown
    assert "quittungen.pdf?beleg=1" in shown
    assert page.context["form"].fields == {}
    hand_out(karl, who, ALL)  # sent twice
    assert fees.booked(who) == TEN


def test_what_is_not_done_is_proposed_on_the_card(event, karl):
    form = karl.get(desk(event), {"q": "2"}).context["form"]
    assert {name: form[name].initial for name in form.fields} == {"paid": True, "arrived": True}
    check_in(_paid(event, 3), by=None)
    assert karl.get(desk(event), {"q": "3"}).context["form"].fields == {}


def _paid(event: models.Event, number: int) -> models.Registration:
    event.registrations.filter(number=number).update(paid=True)
    return one(event, number)


def test_script_gets_the_card_and_the_row_alone(event, karl):
    page = hand_out(karl, one(event, 2), {"paid": "on"}, headers=SCRIPT)
    shown = text(page)
    assert f'id="teilnehmer-{one(event, 2).pk}" hx-swap-oob="true"' in shown
    assert f"teilnehmer-{one(event, 3).pk}" not in shown
    assert "data-done" in shown
    assert one(event, 2).checked_in_at is None  # a button of the row does one step


def test_one_step_costs_the_same_however_many_take_part(event, karl, django_assert_max_num_queries):
    for number in range(9, 60):
        register(event, number)
    with django_assert_max_num_queries(80):
        hand_out(karl, one(event, 2), ALL, headers=SCRIPT)


def test_arrival_without_payment_is_refused_on_the_card_with_what_can_be_done(event, karl, ella):
    page = hand_out(karl, one(event, 8), {"arrived": "on"}, headers=SCRIPT)
    assert "8 Vera8 Spieler8 hat noch nicht bezahlt: 10,00 €" in plain(page)
    assert 'name="later"' in text(page)
    assert 'name="later"' not in text(hand_out(ella, one(event, 8), {"arrived": "on"}))
    assert one(event, 8).checked_in_at is None
    hand_out(karl, one(event, 8), {**ALL, "later": "yes"})
    assert (one(event, 8).paid, one(event, 8).pays_later) == (False, True)
    assert one(event, 8).checked_in_at
    assert not event.ledger.exists()


def test_later_is_for_who_keeps_the_cash(event, ella):
    hand_out(ella, one(event, 8), {"arrived": "on", "later": "yes"})
    assert not one(event, 8).pays_later


def test_who_does_not_keep_the_cash_notes_the_payment(event, ella):
    assert "Wird nur vermerkt." in text(ella.get(desk(event), {"q": "2"}))
    page = hand_out(ella, one(event, 2), {"paid": "on"}, follow=True)
    assert one(event, 2).paid
    assert not event.ledger.exists()
    assert "quittungen.pdf" not in text(page)


def test_fee_of_a_kind_stays_when_a_row_is_paid(event, karl):
    junior = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    event.registrations.filter(number=2).update(fee=junior)
    hand_out(karl, one(event, 2), {"paid": "on"})
    assert (one(event, 2).fee, fees.booked(one(event, 2))) == (junior, Decimal("4.00"))
    hand_out(karl, one(event, 3), {"paid": "on", "fee": str(junior.pk)})
    assert fees.booked(one(event, 3)) == Decimal("4.00")


def test_number_of_somebody_else_is_refused_beside_the_field_and_nothing_is_booked(event, karl):
    who = one(event, 2)
    event.registrations.filter(pk=who.pk).update(number=None)
    page = hand_out(karl, who, {**ALL, "number": "3"})
    assert "Die Startnummer 3 hat schon" in str(page.context["form"].errors["number"])
    assert not event.ledger.exists()


def test_who_left_is_told_and_nothing_can_be_done(event, petra):
    event.registrations.filter(number=3).update(status="withdrawn", left_before_series=1)
    shown = text(petra.get(desk(event), {"q": "3"}))
    assert "hat sich zurückgezogen" in shown
    assert 'id="erledigen"' not in shown


# --- back again ---


def test_each_step_is_taken_back(event, karl):
    who = one(event, 2)
    hand_out(karl, who, ALL)
    karl.post(url("participant_take_back", event, who.pk), {"step": "arrived"})
    assert one(event, 2).checked_in_at is None
    page = karl.post(url("participant_take_back", event, who.pk), {"step": "number"}, headers=SCRIPT)
    assert "hat keine Startnummer mehr" in text(page)
    karl.post(url("participant_paid", event, who.pk), {"paid": "no"})
    who.refresh_from_db()
    assert (who.number, who.paid, fees.booked(who)) == (None, False, Decimal(0))


def test_number_on_a_list_is_not_taken_back(event, petra):
    seat_series(event)
    page = petra.post(url("participant_take_back", event, one(event, 2).pk), {"step": "number"}, headers=SCRIPT)
    assert "Die Startnummer 2 steht schon auf Listen und bleibt." in text(page)


def test_step_that_is_none_changes_nothing(event, petra):
    before = models.Registration.history.count()
    petra.post(url("participant_take_back", event, one(event, 2).pk), {"step": "x"})
    assert models.Registration.history.count() == before


# --- somebody new ---


def test_walk_in_pays_gets_a_number_and_is_here_in_one_step(event, karl):
    answer = karl.post(desk(event), {**BERTA, **ALL}, follow=True)
    berta = event.registrations.get(player__last_name="Beispiel")
    assert (berta.number, berta.paid, fees.booked(berta)) == (9, True, TEN)
    assert berta.checked_in_at
    assert "9 Berta Beispiel" in text(answer)
    assert "10,00 €" in plain(answer)
    shown = text(karl.post(desk(event), {**BERTA, **ALL, "first_name": "Bert"}, headers=SCRIPT))
    assert 'hx-swap-oob="afterbegin:#leute"' in shown


@pytest.mark.parametrize("typed", ["berta  Beispiel", "Beispiel, berta"])
def test_name_that_is_not_found_is_offered_as_new(event, karl, typed):
    shown = text(karl.get(desk(event), {"q": typed}, headers=SCRIPT))
    assert "?first_name=berta&amp;last_name=Beispiel" in shown


def test_name_is_there_and_what_is_missing_is_asked_for_first(event, karl):
    page = text(karl.get(desk(event), {"first_name": "Berta", "last_name": "Beispiel"}))
    assert 'value="Berta"' in page
    assert 'list="clubs"' in page
    assert '<option value="Rommé-Club 1">' in page
    page = text(karl.get(desk(event), {"first_name": "", "last_name": "Beispiel"}, headers=SCRIPT))
    assert page.index('name="first_name"') < page.index("autofocus") < page.index('name="last_name"')


def test_steps_are_proposed_on_the_day_only(event, karl):
    new = {"first_name": "Berta", "last_name": "Beispiel"}
    with time_machine.travel("2026-10-16T09:00:00+02:00", tick=False):
        initial = karl.get(desk(event), new).context["form"].initial
        assert (initial["paid"], initial["with_number"], initial["arrived"]) == (False, True, False)
        register(event, None)  # numbers are given later
        assert not karl.get(desk(event), new).context["form"].initial["with_number"]
    with time_machine.travel("2026-10-17T09:00:00+02:00", tick=False):
        initial = karl.get(desk(event), new).context["form"].initial
        assert (initial["paid"], initial["with_number"], initial["arrived"]) == (True, True, True)


def test_fee_of_the_announcement_is_chosen_and_taken(event, karl):
    junior = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    assert "Jugend: 4,00" in text(karl.get(desk(event), {"last_name": "Neu"}))
    karl.post(desk(event), {**BERTA, "paid": "on", "fee": junior.pk, "with_number": "on"})
    berta = one(event, 9)
    assert (berta.fee, berta.paid, fees.booked(berta)) == (junior, True, Decimal("4.00"))


def test_fee_of_another_event_is_not_taken(event, karl):
    models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    foreign = models.FeeKind.objects.create(event=make_event(players=0, slug="fremd"), name="Jugend", amount=TEN)
    karl.post(desk(event), {**BERTA, "fee": foreign.pk})
    assert event.registrations.count() == 8


def test_nothing_is_stored_when_a_step_fails(event, cast):
    foreign = models.FeeKind.objects.create(event=make_event(players=0, slug="fremd"), name="Jugend", amount=TEN)
    entry = Entry(first_name="Berta", last_name="Beispiel", club="RC Neu", paid=True)
    with pytest.raises(TournamentError):
        register_at_desk(event, entry, fee=foreign, with_number=True, book=True, by=cast.karl)
    assert not models.Player.objects.filter(last_name="Beispiel").exists()
    assert not models.Club.objects.filter(name="RC Neu").exists()
    assert not event.ledger.exists()


def test_who_fills_up_a_table_pays_nothing(event, karl):
    karl.post(desk(event), {**BERTA, "paid": "on", "out_of_competition": "on", "with_number": "on"})
    assert not event.ledger.exists()


def test_player_of_the_register_is_found_and_taken_with_the_club(event, petra):
    club = models.Club.objects.create(name="RC Nord")
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer", club=club)
    assert f"?person={player.pk}" in text(petra.get(desk(event), {"q": "sommer"}))
    assert 'value="RC Nord"' in text(petra.get(desk(event), {"person": player.pk}))
    petra.post(desk(event), {"person": player.pk, "club": "RC Nord", "number": "9"})
    assert one(event, 9).player == player
    assert "?person=" not in text(petra.get(desk(event), {"q": "sommer"}))  # is a participant now


@pytest.mark.parametrize("person", ["0", "99999", "9" * 30, "x"])
def test_person_who_is_not_in_the_register_is_not_taken(event, petra, person):
    petra.post(desk(event), {"person": person})
    assert event.registrations.count() == 8


def test_namesake_is_asked_about_and_nothing_is_stored_before_the_answer(event, petra):
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer")
    typed = {"first_name": "petra", "last_name": "SOMMER", "number": "9"}
    page = text(petra.post(desk(event), typed, headers=SCRIPT))
    assert "Ist das dieselbe Person?" in page
    assert 'value="SOMMER"' in page
    assert not event.registrations.filter(number=9).exists()
    petra.post(desk(event), {**typed, "same": str(player.pk)})
    assert one(event, 9).player == player


def test_another_person_of_the_same_name_becomes_a_new_player(event, petra):
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer")
    petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer", "number": "9", "same": "new"})
    assert one(event, 9).player != player


def test_namesake_who_takes_part_already_is_told(event, petra):
    enrol(event, Entry(first_name="Petra", last_name="Sommer", club="RC Nord"), by=None)
    page = text(petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer"}))
    assert "Schon gemeldet: Petra Sommer, RC Nord." in page


def test_number_that_is_taken_is_told_and_what_was_typed_is_kept(event, petra):
    page = text(petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer", "number": "3"}))
    assert "Die Startnummer 3 hat schon Vera3 Spieler3." in page
    assert 'value="Sommer"' in page


def test_desk_is_told_when_registration_has_closed(event, petra):
    event.registration_closes_at = event.starts_at
    event.save()
    new = {"last_name": "Beispiel"}
    with time_machine.travel("2026-10-17T09:00:00+02:00", tick=False):
        assert "Der Meldeschluss war" not in text(petra.get(desk(event), new))
    with time_machine.travel("2026-10-17T10:01:00+02:00", tick=False):
        assert "Der Meldeschluss war am 17.10.2026 um 10:00 Uhr" in text(petra.get(desk(event), new))


def test_referees_register_nobody(event, cast: Cast):
    rudi = signed_in(cast.rudi)
    assert rudi.get(desk(event), {"last_name": "Neu"}).status_code == 403
    assert "Neu aufnehmen" not in text(rudi.get(desk(event), {"q": "Neumann"}))


# --- who is here, and the start cards ---


def test_counts_say_who_is_registered_has_paid_and_is_here(event, karl):
    shown = text(hand_out(karl, one(event, 3), ALL, headers=SCRIPT))
    assert "8 gemeldet · 1 bezahlt · 1 da" in shown


def test_who_is_not_here_yet_is_a_list(event, petra):
    check_in(_paid(event, 3), by=None)
    rows = petra.get(desk(event), {"show": "missing"}).context["rows"]
    assert [row.number for row in rows] == [1, 2, 4, 5, 6, 7, 8]


def test_missing_player_sits_the_series_out_with_one_click(event, petra):
    typed = {"series": "1", "from": "front_desk"}
    answer = petra.post(url("participant_absent", event, one(event, 3).pk), typed)
    assert answer["Location"].startswith(desk(event))
    assert one(event, 3).absences.get().series_number == 1


def test_draw_page_tells_who_is_not_there_only_where_anybody_was_checked_in(event, petra):
    event.registrations.update(paid=True)
    assert "noch nicht da" not in text(petra.get(url("series_draw", event, 1)))
    check_in(one(event), by=None)
    shown = text(petra.get(url("series_draw", event, 1)))
    assert "7 Personen sind noch nicht da" in shown
    assert "Vorschau auslosen" in shown  # told, not refused


def test_no_show_of_the_series_before_is_asked_about_at_the_draw(event, petra):
    event.registrations.update(paid=True)
    set_absent(one(event, 3), 1, by=None)
    seat_series(event, 1, [(1, 2, 4), (5, 6, 7, 8)])
    shown = text(petra.get(url("series_draw", event, 2)))
    assert "1 Person hat in der Serie davor gefehlt" in shown
    answer = hand_out(petra, one(event, 3), {"arrived": "on", "from": "series_draw-2"})
    assert answer["Location"] == url("series_draw", event, 2)
    assert "in der Serie davor gefehlt" not in text(petra.get(answer["Location"]))


def test_latecomer_who_has_not_paid_is_refused_with_the_buttons(event, karl, petra):
    seat_series(event)
    late = register(event, 9)
    asked = f"kommt={late.pk}&grund=zu+sp%C3%A4t"
    page = petra.get(f"{url('series_repair', event, 1)}?{asked}")
    assert "Bezahlt<span" in text(page)
    assert "Zahlt später" in text(page)
    typed = {"paid": "yes", "from": "series_repair-1", "back": asked}
    answer = petra.post(url("participant_paid", event, late.pk), typed)
    assert answer["Location"].startswith(f"{url('series_repair', event, 1)}?kommt={late.pk}")
    assert "Vorschlag 1" in text(petra.get(answer["Location"]))


def test_start_card_holds_a_neutral_address_where_phones_reach_it(event):
    """Whoever is signed in is led from there to the front desk (test_my_event.py)."""
    cards = first_sheet(event, "http://192.168.178.20:8000/")
    assert "http://192.168.178.20:8000/t/testpokal/ich/?k=" in cards[2].code_image
    assert "nr=3<" in cards[2].code_image
    assert len(cards[2].code) == 7
    without = first_sheet(event, "")[2]
    assert (without.address, without.code) == ("", "")


def first_sheet(event: models.Event, base: str) -> list[StartCard]:
    context = start_cards(event, base=base)
    assert context is not None
    sheet: list[StartCard] = context["sheets"][0]
    return sheet


def test_start_card_is_scanned_where_cards_are_drawn(event, petra):
    event.registrations.update(paid=True)
    petra.post(url("series_cards", event, 1), {"was": "anfangen"})
    scanned = "http://192.168.178.20:8000/t/testpokal/ich/?k=ACD347&nr=3"
    answer = petra.post(url("series_cards", event, 1), {"eingabe": scanned})
    assert answer["Location"] == f"{url('series_cards', event, 1)}?nr=3"
