"""The page of a draw names unpaid players and settles each with one click (§ 1.3)."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from tests.cast import signed_in
from tests.factories import make_event
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    event = make_event(players=9, entry_fee=Decimal("10.00"))
    event.registrations.exclude(number=9).update(paid=True)
    return event


@pytest.fixture
def nine(event: models.Event) -> models.Registration:
    return event.registrations.get(number=9)


@pytest.mark.parametrize("page", ["series_draw", "series_cards"])
def test_page_names_who_has_not_paid_and_offers_no_draw(event, petra, page):
    shown = text(petra.get(url(page, event, 1)))
    assert "1 Person hat noch nicht bezahlt" in shown
    assert "9 Vera9 Spieler9" in shown
    assert "10,00" in shown
    assert "Vorschau auslosen" not in shown
    assert "Karten vorbereiten" not in shown


def test_click_on_paid_books_the_fee_and_leads_back_to_the_draw(event, petra, nine):
    typed = {"paid": "yes", "from": "series_draw-1", "series": "1"}
    answer = petra.post(url("participant_paid", event, nine.pk), typed)
    assert answer["Location"] == url("series_draw", event, 1)
    nine.refresh_from_db()
    assert nine.paid
    assert fees.booked(nine) == Decimal("10.00")
    shown = text(petra.get(answer["Location"]))
    assert "Beleg 1" in shown
    assert "quittungen.pdf?beleg=1" in shown
    assert "Vorschau auslosen" in shown


def test_click_on_paid_is_a_note_for_officials_that_do_not_keep_the_cash(event, cast, nine):
    signed_in(cast.ella).post(url("participant_paid", event, nine.pk), {"paid": "yes"})
    nine.refresh_from_db()
    assert nine.paid
    assert not models.LedgerEntry.objects.exists()


def test_second_click_takes_the_payment_back_by_an_entry_of_its_own(event, cast, nine):
    karl = signed_in(cast.karl)
    karl.post(url("participant_paid", event, nine.pk), {"paid": "yes"})
    karl.post(url("participant_paid", event, nine.pk), {"paid": "yes"})  # sent twice: booked once
    karl.post(url("participant_paid", event, nine.pk), {"paid": "no"})
    nine.refresh_from_db()
    assert not nine.paid
    assert [entry.amount for entry in event.ledger.all()] == [Decimal("10.00"), Decimal("-10.00")]
    assert "storniert, Beleg 2" in text(karl.get(url("front_desk", event)))


def test_note_of_a_payment_is_taken_back_without_money(event, cast):
    vera = event.registrations.get(number=1)
    signed_in(cast.karl).post(url("participant_paid", event, vera.pk), {"paid": "no"})
    vera.refresh_from_db()
    assert not vera.paid
    assert not event.ledger.exists()


def test_click_on_pays_later_lets_the_draw_go_on_and_is_taken_back(event, petra, nine):
    typed = {"later": "yes", "from": "series_draw-1"}
    assert petra.post(url("participant_pays_later", event, nine.pk), typed)["Location"] == url("series_draw", event, 1)
    shown = text(petra.get(url("series_draw", event, 1)))
    assert "1 Person zahlt später" in shown
    assert "Vorschau auslosen" in shown
    petra.post(url("participant_pays_later", event, nine.pk), {"later": "no", "from": "series_draw-1"})
    assert "1 Person hat noch nicht bezahlt" in text(petra.get(url("series_draw", event, 1)))


def test_pays_later_is_refused_for_somebody_who_has_paid(event, petra):
    vera = event.registrations.get(number=1)
    answer = petra.post(url("participant_pays_later", event, vera.pk), {"later": "yes"}, follow=True)
    assert "schuldet kein Startgeld" in text(answer)


def test_click_on_missing_sits_the_series_out_and_is_taken_back(event, petra, nine):
    typed = {"series": "1", "from": "series_draw-1"}
    assert petra.post(url("participant_absent", event, nine.pk), typed)["Location"] == url("series_draw", event, 1)
    assert nine.absences.get().series_number == 1
    assert "1 Person fehlt in dieser Serie" in text(petra.get(url("series_draw", event, 1)))
    assert petra.post(url("participant_back", event, nine.pk), typed)["Location"] == url("series_draw", event, 1)
    assert not nine.absences.exists()


def test_click_that_cannot_be_done_says_why_on_the_page_of_the_draw(event, petra, nine):
    typed = {"series": "7", "from": "series_cards-1"}
    answer = petra.post(url("participant_absent", event, nine.pk), typed, follow=True)
    assert answer.redirect_chain[-1][0] == url("series_cards", event, 1)
    assert "Fehler:" in text(answer)


@pytest.mark.parametrize("named", ["", "participants", "series_draw-", "series_draw-1/../x", "//fremd.example"])
def test_way_back_is_the_list_when_no_page_of_a_click_is_named(event, petra, nine, named):
    answer = petra.post(url("participant_paid", event, nine.pk), {"paid": "yes", "from": named})
    assert answer["Location"].startswith(url("front_desk", event))
