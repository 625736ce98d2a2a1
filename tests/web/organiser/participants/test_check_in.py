"""Eintreffen: a number typed or scanned, who is there, and who is missing."""

from decimal import Decimal

import pytest

from romme_turnier.documents.participants.start_cards import StartCard, start_cards
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.check_in import check_in
from tests.cast import signed_in
from tests.factories import make_event, one, register
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    event = make_event(players=8, entry_fee=Decimal("10.00"))
    event.registrations.exclude(number=8).update(paid=True)
    return event


@pytest.mark.parametrize("typed", ["3", "http://192.168.178.20:8000/leitung/testpokal/eintreffen/?nr=3"])
def test_number_that_is_typed_or_scanned_checks_in(event, petra, typed):
    page = petra.post(url("check_in", event), {"nr": typed}, follow=True)
    assert one(event, 3).checked_in_at
    shown = text(page)
    assert "3 Vera3 Spieler3" in shown
    assert "Eingetroffen um" in shown
    assert "1 von 8 für Serie 1 sind da." in shown
    assert "7 Personen sind noch nicht da" in shown


def test_who_knows_no_number_is_found_by_name(event, petra):
    found = petra.get(url("check_in", event), {"q": "vera3"})
    assert [who.number for who in found.context["expected"]] == [3]
    assert "8 Personen sind noch nicht da" in text(found)
    assert "Niemand gefunden." in text(petra.get(url("check_in", event), {"q": "Xaver"}))


def test_code_of_a_start_card_opens_one_large_button(event, petra):
    shown = text(petra.get(url("check_in", event), {"nr": "3"}))
    assert '<button class="button button--large" type="submit" name="nr" value="3" autofocus>Ist da' in shown
    assert one(event, 3).checked_in_at is None  # looking changes nothing


def test_who_only_looks_gets_no_button(event, cast):
    shown = text(signed_in(cast.rudi).get(url("check_in", event), {"nr": "3"}))
    assert "3 Vera3 Spieler3" in shown
    assert "Ist da" not in shown


@pytest.mark.parametrize(
    ("typed", "words"), [("99", "Startnummer 99 ist nicht vergeben."), ("Berta", "„Berta“ ist keine Startnummer.")]
)
def test_number_that_is_none_is_told(event, petra, typed, words):
    assert words in text(petra.post(url("check_in", event), {"nr": typed}, follow=True))
    assert words in text(petra.get(url("check_in", event), {"nr": typed}))


def test_unpaid_player_is_told_and_let_in_after_paying(event, petra):
    page = petra.post(url("check_in", event), {"nr": "8"}, follow=True)
    assert "8 Vera8 Spieler8 hat noch nicht bezahlt: 10,00" in text(page)
    assert one(event, 8).checked_in_at is None
    answer = petra.post(
        url("participant_paid", event, one(event, 8).pk), {"paid": "yes", "from": "check_in", "nr": "8"}
    )
    assert answer["Location"] == f"{url('check_in', event)}?nr=8"
    assert "Ist da" in text(petra.get(answer["Location"]))


def test_withdrawn_player_is_told(event, petra):
    event.registrations.filter(number=3).update(status="withdrawn", left_before_series=1)
    shown = text(petra.post(url("check_in", event), {"nr": "3"}, follow=True))
    assert "hat sich zurückgezogen" in shown
    assert "Bezahlt" not in shown


def test_check_in_is_taken_back(event, petra):
    petra.post(url("check_in", event), {"nr": "3"})
    page = petra.post(url("check_in", event), {"undo": one(event, 3).pk}, follow=True)
    assert one(event, 3).checked_in_at is None
    assert "Vera3 Spieler3 wird wieder erwartet." in text(page)


def test_missing_player_is_checked_in_or_sits_the_series_out_with_one_click(event, petra):
    nameless = register(event, None, last_name="Ohne", paid=True)
    page = petra.post(url("check_in", event), {"wer": nameless.pk}, follow=True)
    assert "VeraNone Ohne ist da." in text(page)
    typed = {"series": "1", "from": "check_in"}
    assert petra.post(url("participant_absent", event, one(event, 3).pk), typed)["Location"] == url("check_in", event)
    assert one(event, 3).absences.get().series_number == 1


def test_draw_page_tells_who_is_not_there_only_where_anybody_was_checked_in(event, petra):
    event.registrations.update(paid=True)
    assert "noch nicht eingetroffen" not in text(petra.get(url("series_draw", event, 1)))
    check_in(one(event), by=None)
    shown = text(petra.get(url("series_draw", event, 1)))
    assert "7 Personen sind noch nicht eingetroffen" in shown
    assert "Vorschau auslosen" in shown  # told, not refused


def test_start_card_holds_a_neutral_address_where_phones_reach_it(event):
    """Whoever is signed in is led from there to the check-in (test_my_event.py)."""
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
