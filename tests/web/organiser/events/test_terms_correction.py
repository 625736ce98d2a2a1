"""The page that corrects the bonus after lists are written: the director sees the effect first."""

import re
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.tournament.models import Event, Notice, Series
from romme_turnier.tournament.shared.service import dry_run
from romme_turnier.web.organiser.events import terms_correction
from tests.factories import enter, list_of, make_checked, make_event, seat_series
from tests.web.organiser.events.typed import SCORING_POINTS, TYPED_POINTS
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db

SENT = {
    "bonus_mode": "per_list",
    "bonus_four": "30",
    "bonus_three": "15",
    "bonus_handromme": "50",
    "games_per_list": "12",
    "reason": "Aus dem Vorjahr",
}


@pytest.fixture
def page(event: Event, series: Series) -> str:
    make_checked(list_of(series), {1: "0 25 35 45"})
    return reverse("organiser:event_terms", args=[event.slug])


def test_announcement_leads_there_once_lists_are_written(petra: Client, event: Event, page: str) -> None:
    assert page in petra.get(reverse("organiser:event_edit", args=[event.slug])).content.decode()


def test_without_entries_the_announcement_itself_is_changed(petra: Client, event: Event) -> None:
    answer = petra.get(reverse("organiser:event_terms", args=[event.slug]))
    assert answer["Location"] == reverse("organiser:event_edit", args=[event.slug])


def test_effect_is_shown_before_it_is_stored_and_then_stored(petra: Client, event: Event, page: str) -> None:
    shown = sentences(petra.post(page, SENT))
    assert "Noch ist nichts geändert." in shown
    assert "Bonus am Vierertisch: " in shown
    assert "<strong>30</strong>" in shown
    assert "Pflichtangabe" not in shown
    assert "Danach sind 4 Mitteilungen zu machen (§ 2.2.5)." in shown
    assert "1 Vera1 Spieler1" in shown
    event.refresh_from_db()
    assert event.bonus_four == 20
    assert "alle Listen sind neu gerechnet" in sentences(petra.post(page, {**SENT, "confirm": "1"}, follow=True))
    event.refresh_from_db()
    assert event.bonus_four == 30


def test_number_of_notices_leaves_out_other_events(petra: Client, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = make_checked(list_of(seat_series(make_event(players=8, slug="herbstpokal"))))

    def dry_run_during_a_correction_elsewhere(verb: Callable[[], object], look: Callable[[], Any]) -> Any:
        enter(elsewhere, 1, "0 99 30 40", reason="verschrieben")
        return dry_run(verb, look)

    monkeypatch.setattr(terms_correction, "dry_run", dry_run_during_a_correction_elsewhere)
    assert "Danach sind 4 Mitteilungen zu machen" in sentences(petra.post(page, SENT))
    assert Notice.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL does not wait for each other's writers")
def test_effect_leaves_out_a_correction_at_the_same_moment(
    petra: Client, series: Series, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_checked(list_of(series, 2))

    def correct_a_list() -> None:
        enter(other, 1, "0 99 30 40", reason="verschrieben")
        connection.close()

    correction = Thread(target=correct_a_list)

    def dry_run_after_a_correction(verb: Callable[[], object], look: Callable[[], Any]) -> Any:
        correction.start()
        correction.join(1)
        return dry_run(verb, look)

    def effects() -> str:
        return sentences(petra.post(page, SENT)).partition("<table")[2].partition("</table>")[0]

    alone = effects()
    monkeypatch.setattr(terms_correction, "dry_run", dry_run_after_a_correction)
    assert effects() == alone
    correction.join()
    assert Notice.objects.exists()


def test_events_of_other_rules_are_shown_no_paragraph_of_the_rommeordnung(
    petra: Client, event: Event, series: Series
) -> None:
    make_checked(list_of(series), {1: "0 25 35 45"})
    Event.objects.filter(pk=event.pk).update(ruleset="classic")
    shown = sentences(petra.post(reverse("organiser:event_terms", args=[event.slug]), {**SENT, "games_per_list": "13"}))
    assert "Danach" in shown
    assert "§" not in shown


def test_what_is_refused_is_said_and_what_was_typed_stays(petra: Client, event: Event, page: str) -> None:
    shown = sentences(petra.post(page, {**SENT, "games_per_list": "3"}))
    assert "In einer Liste stehen schon 12 Spiele." in shown
    assert 'value="3"' in shown
    assert "Aus dem Vorjahr" in shown


def test_back_leads_to_the_form_with_what_was_typed(petra: Client, page: str) -> None:
    shown = sentences(petra.post(page, {**SENT, "back": "1"}))
    assert 'value="30"' in shown
    assert "Wirkung ansehen" in shown


def test_step_that_was_announced_wrongly_is_corrected_with_its_effect(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(**SCORING_POINTS, bonus_four=0, bonus_three=0, bonus_handromme=0)
    make_checked(list_of(seat_series(Event.objects.get(pk=event.pk))), {1: "0 25 35 45"})
    address = reverse("organiser:event_terms", args=[event.slug])
    sent = {**SENT, "bonus_four": "0", "bonus_three": "0", "bonus_handromme": "0", **TYPED_POINTS, "step-2-most": "35"}
    assert 'name="step-2-most" value="30"' in petra.get(address).content.decode()
    wrong = petra.post(address, {**sent, "step-1-points": "9"}).content.decode()
    assert "Eine Stufe bringt höchstens die Wertungspunkte des Spielendes." in wrong
    shown = sentences(petra.post(address, sent))
    assert "Wertungspunkte je Spiel: " in shown
    assert "bis 35 Augenpunkte: 1" in shown
    assert "3 Vera3 Spieler3" in shown  # with 1 point for 35
    assert "2 Vera2 Spieler2" not in shown
    petra.post(address, {**sent, "confirm": "1"})
    event.refresh_from_db()
    assert event.points_per_game == PointsPerGame(5, 8, ((10, 3), (20, 2), (35, 1)))
    for revision, points in ((1, "0"), (3, "1")):  # the first one keeps what it counted
        page = petra.get(f"/leitung/{event.slug}/serie/1/tisch/1/verlauf/{revision}/").content.decode()
        assert re.findall(r'class="sheet__scored">(\d)<', page)[2] == points
        assert f"bis\N{NO-BREAK SPACE}{30 if revision == 1 else 35}:" in page
