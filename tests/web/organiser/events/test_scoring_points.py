"""Scoring points in the announcement: their fields and steps, refused input, and the bonus of such an event."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.lists.scoring_points import USUAL, PointsPerGame
from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.models import Event
from tests.cast import Cast
from tests.factories import enter, list_of, seat_series
from tests.web.organiser.events.typed import SCORING_POINTS, TYPED, TYPED_POINTS, values_of
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db
EXAMPLE = (
    "Ein Spiel mit 0, 8, 25, 64 Augenpunkten bringt 5, 3, 1, 0; ein Handrommé mit 0, 45, 88, 102 bringt 8, 0, 0, 0."
)


def create(client: Client, **changes: str) -> Any:
    return client.post(reverse("organiser:event_create"), {**TYPED, **TYPED_POINTS, "bonus_mode": "", **changes})


def created() -> Event | None:
    return Event.objects.filter(slug="grosser-herbstpokal").first()


def value(page: str, name: str) -> str:
    """Returns the value of an input, "" if it has none."""
    tag = re.search(rf'<input [^>]*name="{name}"[^>]*>', page)
    assert tag, name
    held = re.search(r'value="([^"]*)"', tag[0])
    return held[1] if held else ""


def test_points_of_a_game_are_stored_as_typed(petra: Client) -> None:
    typed = {"points_ended": "6", "points_handromme": "9", "step-0-most": "15", "step-1-most": "", "step-1-points": ""}
    assert create(petra, **typed, games_per_list="16").status_code == 302
    event = created()
    assert event is not None
    assert event.scoring == Event.Scoring.SCORING_POINTS
    assert event.points_per_game == PointsPerGame(6, 9, ((15, 3), (30, 1)))
    page = petra.get(url("event_edit", event)).content.decode()
    shown = ["points_ended", "step-0-most", "step-0-points", "step-1-most", "step-1-points", "step-2-most"]
    assert [value(page, name) for name in shown] == ["6", "15", "3", "30", "1", ""]


def test_steps_may_be_typed_in_any_order_and_may_all_be_missing(petra: Client) -> None:
    turned = {"step-0-most": "30", "step-0-points": "1", "step-2-most": "10", "step-2-points": "3"}
    assert create(petra, **turned).status_code == 302
    none = {name: "" for name in TYPED_POINTS if re.fullmatch(r"step-\d-\w+", name)}
    assert create(petra, **none, name="Ohne Stufen").status_code == 302
    stored = [event.points_per_game for event in Event.objects.order_by("pk").filter(scoring="scoring_points")]
    assert stored == [USUAL, PointsPerGame(5, 8, ())]


def test_figures_are_stored_as_they_are_read_by_their_fields(petra: Client) -> None:
    """Also with blanks and with the digits of another script."""
    assert create(petra, points_ended=" 7 ", **{"step-0-most": "1\u0665 "}).status_code == 302
    event = created()
    assert event is not None
    assert event.points_per_game == PointsPerGame(7, 8, ((15, 3), (20, 2), (30, 1)))


def test_more_than_twenty_steps_are_refused_at_the_last(petra: Client) -> None:
    steps = {f"step-{at}-most": str(10 + at) for at in range(21)}
    steps |= {f"step-{at}-points": str(30 - at) for at in range(21)}
    page = text(create(petra, points_ended="40", **{"step-TOTAL_FORMS": "21"}, **steps))
    assert "Möglich sind höchstens 20 Stufen." in page
    assert 'href="#id_step-20-most"' in page
    assert created() is None


def test_page_without_script_asks_for_the_usual_points_before_it_stores_the_scoring(petra: Client) -> None:
    answer = petra.post(reverse("organiser:event_create"), {**TYPED, "scoring": "scoring_points"})
    page = text(answer)
    assert created() is None
    assert "Gespeichert ist noch nichts: Es gilt jetzt eine andere Wertung." in page
    assert EXAMPLE in page
    assert "Die Stufen sind Sache der Ausschreibung." in page
    assert "Am Dreiertisch gelten dieselben Stufen." in page
    page = answer.content.decode()
    assert [value(page, f"step-{at}-{name}") for at in range(4) for name in ("most", "points")] == [
        *("10", "3", "20", "2", "30", "1"),
        *("", ""),
    ]


def test_example_counts_what_is_typed(petra: Client) -> None:
    typed = {**TYPED, **TYPED_POINTS, "points_ended": "7", "step-2-most": "64", "ask": "1"}
    page = text(petra.post(reverse("organiser:event_create"), typed))
    assert "Ein Spiel mit 0, 8, 25, 64 Augenpunkten bringt 7, 3, 1, 1;" in page
    assert "Ein Spiel mit 0, 8, 25, 64 Augenpunkten bringt 5, 3, 1, 0;" in text(
        create(petra, **{"step-0-most": "viel"})
    )


def test_every_fault_is_said_at_its_field_and_what_was_typed_is_kept(petra: Client) -> None:
    faulty = {
        "points_ended": "2",
        "points_handromme": "",
        "step-0-points": "",
        "step-1-most": "",
        "step-3-most": "viele",
        "step-3-points": "-1",
    }
    page = create(petra, **faulty).content.decode()
    assert created() is None
    for name in ("points_handromme", "step-0-points", "step-1-most", "step-3-most", "step-3-points"):
        assert f'href="#id_{name}"' in page, name
    assert [value(page, name) for name in ("points_ended", "step-3-most", "step-3-points")] == ["2", "viele", "-1"]
    page = create(petra, points_ended="", **{"step-0-most": "", "step-2-points": "9"}).content.decode()
    for name in ("points_ended", "step-0-most", "step-2-points"):
        assert f'href="#id_{name}"' in page, name
    page = create(petra, points_ended="2", **{"step-1-points": "3", "step-2-points": "3"}).content.decode()
    for at in range(3):
        assert f'href="#id_step-{at}-points"' in page, at
    assert "Wertung 3 Fehler" in " ".join(re.sub(r"<.*?>", " ", page).split())


def test_two_steps_for_the_same_card_points_are_refused_at_the_second(petra: Client) -> None:
    page = text(create(petra, **{"step-1-most": "10"}))
    assert "Bis 10 Augenpunkte steht oben schon eine Stufe." in page
    assert 'href="#id_step-1-most"' in page


def test_scoring_is_not_offered_where_the_most_points_win(petra: Client) -> None:
    typed = {**TYPED, **TYPED_POINTS, "ruleset": "treppenromme", "shown_rules": "rommeordnung"}
    page = text(petra.post(reverse("organiser:event_create"), typed))
    refused = "Es gewinnen die meisten Punkte, deshalb gibt es keine Wertungspunkte."
    assert refused in page
    assert 'value="scoring_points"' not in page
    assert "points_ended" not in page
    assert 'href="#id_scoring_0"' in text(create(petra, ruleset="treppenromme"))
    assert created() is None


@pytest.mark.parametrize("ruleset", ["contract", "classic"])
def test_handromme_is_asked_only_if_the_rule_system_has_one(petra: Client, ruleset: str) -> None:
    typed = {"ruleset": ruleset, "games_per_list": "15", "points_handromme": ""}
    page = text(petra.post(reverse("organiser:event_create"), {**TYPED, **TYPED_POINTS, **typed, "ask": "1"}))
    assert "points_ended" in page
    assert "points_handromme" not in page
    assert create(petra, **typed).status_code == 302


# --- the bonus ---


def test_bonus_is_off_unless_it_is_typed(petra: Client) -> None:
    create(petra)
    event = created()
    assert event is not None
    assert (event.bonus_four, event.bonus_three, event.bonus_handromme) == (0, 0, 0)
    page = text(petra.get(url("event_edit", event)))
    assert "Mit Wertungspunkten gibt es ohne Angabe weder Bonus noch Abzug." in page
    assert "Dieselbe Liste nach beiden Lesarten" not in page
    create(petra, name="Mit Bonus", bonus_mode="per_list", bonus_four="20", bonus_handromme="50")
    other = Event.objects.get(name="Mit Bonus")
    assert (other.bonus_four, other.bonus_three, other.bonus_handromme) == (20, 0, 50)
    assert "Dieselbe Liste nach beiden Lesarten" in text(petra.get(url("event_edit", other)))


def test_reading_of_the_bonus_is_asked_as_soon_as_there_is_one(petra: Client) -> None:
    assert 'href="#id_bonus_mode_0"' in text(create(petra, bonus_four="20"))
    assert create(petra, bonus_handromme="50").status_code == 302


def test_usual_bonus_of_an_event_goes_with_its_scoring_and_comes_back(petra: Client, event: Event) -> None:
    page = petra.post(
        url("event_edit", event), {**values_of(event), "scoring": "scoring_points", "shown_rules": event.ruleset}
    )
    bonuses = ["bonus_four", "bonus_three", "bonus_handromme"]
    assert [value(page.content.decode(), name) for name in bonuses] == ["", "", ""]
    typed = {**values_of(event), **TYPED_POINTS, **dict.fromkeys(bonuses, "")}
    assert petra.post(url("event_edit", event), typed).status_code == 302
    event.refresh_from_db()
    assert (event.scoring, event.bonus_four) == ("scoring_points", 0)
    typed = {**values_of(event), "scoring": "sum", "shown_rules": event.ruleset}
    page = petra.post(url("event_edit", event), typed)
    assert "Gespeichert ist noch nichts" in text(page)
    assert [value(page.content.decode(), name) for name in bonuses] == ["", "", ""]
    assert petra.post(url("event_edit", event), {**TYPED, "scoring": "sum"}).status_code == 302
    event.refresh_from_db()
    assert (event.scoring, event.points_per_game, event.bonus_four) == ("sum", None, 20)


# --- copies, fixed terms, and the public page ---


def test_copy_keeps_the_points_and_marks_what_is_changed(petra: Client, cast: Cast, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(**SCORING_POINTS, bonus_four=0, bonus_three=0, bonus_handromme=0)
    event.refresh_from_db()
    copy = copy_event(event, name="Winterpokal", starts_at=event.starts_at.replace(year=2027), by=cast.petra)
    assert copy.points_per_game == USUAL
    assert "geändert," not in text(petra.get(url("event_edit", copy)))
    Event.objects.filter(pk=copy.pk).update(points_per_game=PointsPerGame(5, 10, ((20, 2),)))
    page = text(petra.get(url("event_edit", copy)))
    assert "</strong>, üblich: 8" in page
    assert "</strong>, üblich: 10 3; 20 2; 30 1" in page


def test_points_are_fixed_from_the_first_entry_on(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(**SCORING_POINTS)
    event.refresh_from_db()
    enter(list_of(seat_series(event)), 1, "0 10 20 30")
    page = petra.get(url("event_edit", event)).content.decode()
    for name in ("points_ended", "step-0-most"):
        assert re.search(rf'name="{name}"[^>]* disabled', page), name
    changed = {**values_of(event), "points_ended": "9", "step-0-points": "4", "venue": "Stadthalle"}
    assert petra.post(url("event_edit", event), changed).status_code == 302
    event.refresh_from_db()
    assert (event.points_per_game, event.venue) == (USUAL, "Stadthalle")


def test_announcement_says_the_points_and_the_example(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(**SCORING_POINTS, published_at=event.starts_at)
    page = text(petra.get(f"/t/{event.slug}/"))
    assert EXAMPLE in page
    assert "Die meisten Wertungspunkte gewinnen" in page
