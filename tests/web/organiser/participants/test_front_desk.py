"""The front desk: one field finds each arrival; fee, number and check-in are one step, and each can be undone."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.check_in import check_in
from tests.cast import signed_in
from tests.factories import make_event, one, register, seat_series
from tests.web.organiser.pages import text, url
from tests.web.organiser.participants.desk import ALL, SCRIPT, TEN, desk, hand_out, paid, plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, entry_fee=TEN)


# --- search ---


@pytest.mark.parametrize(
    "typed", ["3", "http://192.168.178.20:8000/leitung/testpokal/einlass/?nr=3", "vera3", "  VERA3 "]
)
def test_number_scan_and_fragment_show_the_card_of_the_one(event, petra, typed):
    for headers in ({}, SCRIPT):
        page = petra.get(desk(event), {"q": typed}, headers=headers)
        assert page.context["who"] == one(event, 3)
        assert ("<html" in text(page)) == (not headers)
    assert one(event, 3).checked_in_at is None  # looking changes nothing


def test_search_reads_participants_once_for_list_and_card(event, petra):
    with CaptureQueriesContext(connection) as asked:
        page = petra.get(desk(event), {"q": "vera3"})
    names = [query["sql"] for query in asked if '"tournament_player"."first_name"' in query["sql"]]
    assert len([sql for sql in names if 'FROM "tournament_registration"' in sql]) == 2  # all of them, and the card
    assert [row.pk for row in page.context["rows"]] == [one(event, 3).pk]
    narrowed = petra.get(desk(event), {"q": "vera3", "show": "waiting"})
    assert (narrowed.context["who"], narrowed.context["rows"]) == (one(event, 3), [])


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
    check_in(paid(event, 3), by=None)
    assert karl.get(desk(event), {"q": "3"}).context["form"].fields == {}


def test_script_gets_the_card_and_the_row_alone(event, karl):
    page = hand_out(karl, one(event, 2), {"paid": "on"}, headers=SCRIPT)
    shown = text(page)
    assert f'id="teilnehmer-{one(event, 2).pk}" hx-swap-oob="true"' in shown
    assert f"teilnehmer-{one(event, 3).pk}" not in shown
    assert "data-done" in shown
    assert one(event, 2).checked_in_at is None  # a button of the row does one step


def test_script_loads_the_page_again_if_its_list_lacks_a_column_that_is_no_longer_empty(event, karl):
    columns = karl.get(desk(event)).context["columns"]
    at_page = {**SCRIPT, "Columns": columns}
    assert "data-done" in text(hand_out(karl, one(event, 2), {"paid": "on"}, headers=at_page))
    event.teams.create(name="Asse", key="asse")
    answer = hand_out(karl, one(event, 3), {"paid": "on"}, headers=at_page)
    assert answer["HX-Redirect"].endswith(f"?fertig={one(event, 3).pk}#teilnehmer-{one(event, 3).pk}")
    assert one(event, 3).paid
    assert "HX-Redirect" not in hand_out(karl, one(event, 4), {"arrived": "on"}, headers=at_page)  # the form stays
    assert "team" in karl.get(desk(event)).context["columns"].split()


def test_one_step_costs_the_same_however_many_take_part(event, karl):
    def statements(number: int) -> int:
        with CaptureQueriesContext(connection) as asked:
            hand_out(karl, one(event, number), ALL, headers=SCRIPT)
        return len(asked)

    statements(1)  # the first of all opens the cash
    among_few = statements(2)
    for number in range(9, 60):
        register(event, number)
    assert statements(3) == among_few


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


def test_paying_later_is_for_cashiers(event, ella):
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


def test_number_of_another_player_is_refused_at_its_field_and_no_entry_is_booked(event, karl):
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
    before = models.EventLog.objects.count()
    petra.post(url("participant_take_back", event, one(event, 2).pk), {"step": "x"})
    assert models.EventLog.objects.count() == before


def test_new_person_may_pay_later_at_the_cash_desk_alone(event, karl, ella):
    typed = {"first_name": "Nora", "last_name": "Neu", "club": "", "paid": "on", "with_number": "on", "arrived": "on"}
    assert 'name="later"' in text(karl.get(desk(event), {"first_name": "Nora", "last_name": "Neu"}))
    assert 'name="later"' not in text(ella.get(desk(event), {"first_name": "Nora", "last_name": "Neu"}))
    karl.post(desk(event), {**typed, "later": "yes"})
    nora = event.registrations.get(player__last_name="Neu")
    assert (nora.paid, nora.pays_later) == (False, True)
    assert nora.checked_in_at
    assert not event.ledger.exists()
