"""The page on which drawn cards are typed or scanned, and the cards on paper."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=7, clubs=0)


@pytest.fixture
def cards(event, petra):
    address = reverse("organiser:series_cards", args=[event.slug, 1])
    petra.post(address, {"was": "anfangen"})
    return address


def text(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def test_number_asks_for_the_card_and_the_card_is_stored(petra, cards):
    asked = petra.post(cards, {"eingabe": "4"}, follow=True)
    assert "Nr. 4 Vera4 Spieler4 zieht: Tisch und Platz" in text(asked)
    answer = petra.post(cards, {"nr": "4", "eingabe": "T1P2"}, follow=True)
    assert "Nr. 4 Vera4 Spieler4: Tisch 1, Platz 2." in text(answer)
    assert "Noch 6 Karten liegen da." in text(answer)


def test_number_and_card_can_be_typed_at_once(petra, cards):
    assert "Tisch 1, Platz 2." in text(petra.post(cards, {"eingabe": "4 1 2"}, follow=True))


def test_fault_keeps_asking_for_the_card(petra, cards):
    answer = text(petra.post(cards, {"nr": "4", "eingabe": "x"}, follow=True))
    assert "ist keine Karte" in answer
    assert "Nr. 4 Vera4 Spieler4 zieht" in answer


@pytest.mark.parametrize("page", ["event", "series"])
def test_drawing_that_was_interrupted_is_gone_on_with_from_the_other_pages(petra, event, cards, page):
    petra.post(cards, {"eingabe": "4 1 2"})
    answer = text(petra.get(reverse(f"organiser:{page}", args=[event.slug] + [1] * (page == "series"))))
    assert "Noch 6 Karten liegen da." in answer
    assert f'href="{cards}"' in answer
    assert "Serie 1 auslosen" not in answer


def test_last_card_is_taken_back(petra, cards):
    petra.post(cards, {"eingabe": "4 1 2"})
    assert "Zurückgenommen: Nr. 4" in text(petra.post(cards, {"was": "zurueck"}, follow=True))


def test_all_drawn_makes_the_seating(petra, event, cards):
    for number in range(1, 8):
        petra.post(cards, {"eingabe": f"{number} {1 + number // 5} {(number - 1) % 4 + 1}"})
    answer = text(petra.get(cards))
    assert "Alle Karten sind gezogen." in answer
    petra.post(cards, {"was": "uebernehmen"})
    assert event.series.get().tables.count() == 2


def test_page_of_the_automatic_draw_leads_to_the_cards(petra, event, cards):
    assert petra.get(reverse("organiser:series_draw", args=[event.slug, 1]))["Location"] == cards


def test_cards_are_printed_without_names(petra, event, cards):
    answer = petra.get(reverse("documents:drawing_cards_pdf", args=[event.slug, 1]))
    assert answer["Content-Type"] == "application/pdf"


def test_discarding_asks_for_a_reason(petra, event, cards):
    discard = reverse("organiser:series_cards_discard", args=[event.slug, 1])
    petra.post(discard, {"reason": ""})
    assert "Noch 7 Karten" in text(petra.get(cards))
    petra.post(discard, {"reason": "Karten vertauscht"})
    assert "Karten vorbereiten" in text(petra.get(cards))


def test_who_has_drawn_already_is_told_the_seat_instead_of_asked(petra, cards):
    petra.post(cards, {"eingabe": "4 1 2"})
    answer = text(petra.post(cards, {"eingabe": "4"}, follow=True))
    assert "Nr. 4 Vera4 Spieler4 hat schon Tisch 1, Platz 2." in answer
    assert "zieht: Tisch und Platz" not in answer
