"""Present and missing players, the questions before a draw, and scanned start cards."""

import pytest

from romme_turnier.documents.participants.papers import StartCard, start_cards
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.participants.check_in import check_in
from tests.factories import fill, list_of, make_event, one, register, seat_series
from tests.web.organiser.pages import text, url
from tests.web.organiser.participants.desk import ALL, SCRIPT, TEN, desk, hand_out, paid

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, entry_fee=TEN)


def test_counts_say_who_is_registered_has_paid_and_is_here(event, karl):
    shown = text(hand_out(karl, one(event, 3), ALL, headers=SCRIPT))
    assert "8 gemeldet · 1 bezahlt · 1 da" in shown


def test_who_is_not_here_yet_is_a_list(event, petra):
    check_in(paid(event, 3), by=None)
    rows = petra.get(desk(event), {"show": "missing"}).context["rows"]
    assert [row.number for row in rows] == [1, 2, 4, 5, 6, 7, 8]


def test_missing_player_sits_the_series_out_with_one_click(event, petra):
    typed = {"series": "1", "from": "front_desk"}
    answer = petra.post(url("participant_absent", event, one(event, 3).pk), typed)
    assert answer["Location"].startswith(desk(event))
    assert one(event, 3).absences.get().series_number == 1


def test_draw_page_names_absent_players_only_if_any_player_was_checked_in(event, petra):
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


def test_preview_of_a_draw_with_a_no_show_asks_before_it_tells_anything_else(event, petra):
    event.registrations.update(paid=True)
    set_absent(one(event, 3), 1, by=None)
    seat_series(event, 1, [(1, 2, 4), (5, 6, 7, 8)])
    shown = text(petra.post(url("series_draw", event, 2), follow=True))
    asked = shown.index("in der Serie davor gefehlt")
    assert shown.index("Diese Auslosung übernehmen") < asked < shown.index("Was diese Auslosung erreicht")


def test_card_of_somebody_who_has_played_does_not_ask_whether_they_are_here(event, petra):
    fill(list_of(seat_series(event)))
    shown = petra.get(desk(event), {"wer": one(event, 3).pk})
    assert "arrived" not in shown.context["form"].fields
    assert text(shown).count("✓ gespielt") == 5  # the four of the table, and the card


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
    """A signed-in official is redirected from there to the front desk (test_my_event.py)."""
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
    code = card_code(event.registrations.get(number=3))
    scanned = f"http://192.168.178.20:8000/t/testpokal/ich/?k={code}&nr=3"
    answer = petra.post(url("series_cards", event, 1), {"eingabe": scanned})
    assert answer["Location"] == f"{url('series_cards', event, 1)}?nr=3"


def test_everybody_missing_is_checked_in_or_left_out_on_the_draw_page(event, petra):
    event.registrations.update(paid=True)
    check_in(one(event), by=None)
    draw = url("series_draw", event, 1)
    petra.post(draw, {"not_there": "here"})
    assert not event.registrations.filter(checked_in_at=None).exists()
    assert "noch nicht da" not in text(petra.get(draw))


def test_draw_without_missing_players_shows_its_preview(event, petra):
    event.registrations.update(paid=True)
    for number in range(1, 5):
        check_in(one(event, number), by=None)
    shown = text(petra.post(url("series_draw", event, 1), {"not_there": "absent"}, follow=True))
    assert "Diese Auslosung übernehmen" in shown
    assert models.Absence.objects.filter(series_number=1).count() == 4
    assert [sorted(table) for table in models.Draw.objects.get().result] == [[1, 2, 3, 4]]


def test_nobody_is_left_out_if_too_few_remain_for_a_draw(event, petra):
    event.registrations.update(paid=True)
    check_in(one(event), by=None)
    petra.post(url("series_draw", event, 1), {"not_there": "absent"})
    assert not models.Absence.objects.exists()
    assert not models.Draw.objects.exists()


def test_card_leads_to_the_withdrawal_once_a_series_is_drawn(event, petra):
    page, address = desk(event), url("participant_withdraw", event, one(event, 3).pk)
    assert address not in text(petra.get(page, {"wer": one(event, 3).pk}))
    seat_series(event)
    assert address in text(petra.get(page, {"wer": one(event, 3).pk}))
