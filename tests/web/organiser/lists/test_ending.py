"""Noting all readings of how a game ended, and the resulting pages of a list (§ 2.2.6)."""

import pytest
from django.test import Client

from romme_turnier.core.lists.endings import Ending
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.endings import doubt_ending
from tests.factories import enter, fill, make_complete
from tests.web.organiser.lists.pages import LIST, points, shown
from tests.web.organiser.lists.test_decisions import preview_and_confirm

pytestmark = pytest.mark.django_db
ANSWERS = {"game": "5", "endings": ["1", "3"], "points1": "6/16", "points3": "8", "reason": "beide wollen es sein"}


def noted(spielliste: models.Spielliste) -> None:
    doubt_ending(
        spielliste,
        game=5,
        endings=(Ending(1), Ending(3)),
        points={1: (6, 16), 3: (8,)},
        reason="beide wollen es sein",
        expected=None,
        by=None,
    )


def test_readings_show_their_effect_then_count(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    preview = preview_and_confirm(director, "ende-unklar/", ANSWERS)  # type: ignore[arg-type]
    assert "Spiel 5 kann beendet haben: Platz 1 oder Platz 3." in preview
    assert "§\N{NO-BREAK SPACE}2.2.6" in preview
    assert preview.count('name="endings"') == 2
    assert points(spielliste, 5) == [16, 20, 8, 40]
    page = shown(director)
    assert (
        "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart (§\N{NO-BREAK SPACE}2.2.6)" in page
    )
    assert f"{LIST}ende-unklar/5/" in page


def test_form_offers_whose_entry_may_be_the_0(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste, {5: "0/6 20 0/8 40"})
    form = director.get(LIST + "ende-unklar/").context["form"]
    assert form.game_number == 5
    assert form["endings"].value() == ["1", "3"]
    assert [form[f"points{seat}"].value() for seat in (1, 2, 3, 4)] == ["6", "20", "8", "40"]


def test_form_asks_what_a_player_had_who_may_not_have_ended_the_game(
    director: Client, spielliste: models.Spielliste
) -> None:
    fill(spielliste)
    refused = director.post(LIST + "ende-unklar/", ANSWERS | {"points1": "", "version": "0"}).context["form"]
    assert refused.errors["points1"] == ["Bitte geben Sie die Punkte für den Fall an, dass jemand anders beendet hat."]
    unread = director.post(LIST + "ende-unklar/", ANSWERS | {"points1": "6/x", "version": "0"}).context["form"]
    assert unread.errors["points1"] == ["Bitte geben Sie bis zu vier Zahlen an, etwa 37/87."]


def test_one_reading_alone_is_refused_with_the_reason(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    page = director.post(LIST + "ende-unklar/", ANSWERS | {"endings": ["1"], "version": "0"}).content.decode()
    assert "mindestens zwei Lesarten" in page


def test_readings_are_taken_back(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    noted(spielliste)
    preview = preview_and_confirm(director, "ende-unklar/5/", {"reason": "geklärt"})
    assert "Neu: Spiel 5: niemand hat beendet" in preview
    assert not models.EndingReading.objects.exists()


def test_history_tells_the_readings_of_a_running_list(director: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 5, "0 20 30 40")
    noted(spielliste)
    page = shown(director, LIST + "verlauf/")
    assert "Spiel 5: Ende unklar" in page
    assert "neu: 6/16 · 20 · 8 · 40 (Ende unklar: Platz 1 oder Platz 3)" in page
    assert "Grund: beide wollen es sein" in page


def test_history_tells_the_readings_of_a_complete_list(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    noted(spielliste)
    page = shown(director, LIST + "verlauf/")
    assert "neu: Spiel 5, Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart" in page
    assert "Ende unklar" in shown(director, LIST + "verlauf/2/")
