"""The page on which a list is typed: rows, sums, conflicts, and the steps from open to checked."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.entries import SeatClaim
from tests.factories import (
    Role,
    enter,
    fill,
    make_checked,
    make_complete,
)
from tests.web.organiser.lists.pages import CORRECTING, LIST, OVERVIEW, Status, form_of, points, shown, typed

pytestmark = pytest.mark.django_db


def test_page_mirrors_the_paper(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    assert page.count('class="cell"') == 12 * 4 + 3 * 4
    assert page.count('class="dealer"') == 12
    assert "Spiel 6, Platz 2, gibt" in page
    assert "Vera4 Spieler4" in page


def test_deal_passes_over_a_seat_that_was_left(director: Client, spielliste: models.Spielliste) -> None:
    decisions.leave_seat(spielliste, seat=2, from_game=5, reason="krank", expected=None, by=None)
    page = shown(director)
    for game, seat in ((5, 1), (6, 3), (7, 4), (8, 1), (9, 3)):
        assert f"Spiel {game}, Platz {seat}, gibt" in page
    assert page.count('class="dealer"') == 12


def test_points_for_places_stand_below_the_list_once_all_games_are_in(
    director: Client, spielliste: models.Spielliste
) -> None:
    models.Event.objects.update(scoring=models.Event.Scoring.TABLE_POINTS, games_per_list=2)
    enter(spielliste, 1, "0 20 30 40")
    assert sums(director, "table_points") == ["–", "–", "–", "–"]
    enter(spielliste, 2, "20 0 30 40")
    assert sums(director, "table_points") == ["2½", "2½", "1", "0"]
    make_complete(spielliste, {1: "0 20 30 40", 2: "20 0 30 40"})
    assert sums(director, "table_points") == ["2½", "2½", "1", "0"]


def sums(client: Client, key: str) -> list[str]:
    line = re.search(rf'data-sum="{key}">.*?</tr>', shown(client), re.DOTALL)
    assert line is not None
    return re.findall(r'class="sheet__sum">([^<]*)<', line[0])


def test_list_of_classic_has_the_sum_so_far_in_every_game_open_locked_and_in_its_history(
    director: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    models.Event.objects.filter(pk=event.pk).update(ruleset="classic", games_per_list=2)
    enter(spielliste, 1, "54 36 4 0")
    so_far = re.compile(r'<span class="sheet__so-far">(\d*)</span>')
    assert so_far.findall(shown(director)) == ["54", "36", "4", "0", "", "", "", ""]
    make_complete(models.Spielliste.objects.get(pk=spielliste.pk), {1: "54 36 4 0", 2: "12 40 68 0"})
    for address in (LIST, f"{LIST}verlauf/1/"):
        page = shown(director, address)
        assert so_far.findall(page) == ["54", "36", "4", "0", "66", "76", "72", "0"]
        assert "Die kleinere Zahl in einem Feld ist die Summe bis zu diesem Spiel." in page


def test_scoring_points_are_in_every_game_and_below_open_locked_and_in_the_history(
    director: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    points = {"scoring": models.Event.Scoring.SCORING_POINTS, "points_per_game": USUAL}
    without_bonus = {"bonus_four": 0, "bonus_three": 0, "bonus_handromme": 0}
    models.Event.objects.filter(pk=event.pk).update(games_per_list=2, **points, **without_bonus)
    enter(spielliste, 1, "0 8 25 64")
    scored = re.compile(r'<span class="sheet__scored">(\d*)</span>')
    assert scored.findall(shown(director)) == ["5", "3", "1", "0", "", "", "", ""]
    assert sums(director, "scoring_points") == ["5", "3", "1", "0"]
    make_complete(models.Spielliste.objects.get(pk=spielliste.pk), {1: "0 8 25 64", 2: "45 * 88 102"})
    for address in (LIST, f"{LIST}verlauf/1/"):
        page = shown(director, address)
        assert scored.findall(page) == ["5", "3", "1", "0", "0", "8", "0", "0"]
        assert "Die letzte Zahl in einem Feld sind die Wertungspunkte dieses Spiels: Spielende" in page
        assert "Augenpunkte" in page
        assert "Ergebnis" not in page
    assert sums(director, "scoring_points") == ["5", "11", "1", "0"]


def test_page_costs_a_fixed_number_of_queries(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste, {3: "37/87 0 40 50"})
    with CaptureQueriesContext(connection) as queries:
        shown(director)
    assert len(queries) <= 23  # eight for the bar, one for the readings of how a game ended


def test_only_changed_rows_are_saved(director: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    response = director.post(LIST, typed(shown(director), 3, "37 0 55 12"))
    assert response.status_code == 302
    assert points(spielliste, 3) == [37, 0, 55, 12]
    assert list(spielliste.rows.values_list("number", "version")) == [(1, 1), (3, 1)]
    assert models.LogEntry.objects.last().by.username == Role.DIRECTOR  # type: ignore[union-attr]


def test_row_just_saved_is_marked(director: Client, spielliste: models.Spielliste) -> None:
    response = director.post(LIST, typed(shown(director), 3, "37 0 55 12"), follow=True)
    assert 'class="is-ok is-changed" id="spiel-3"' in response.content.decode()


def test_cursor_stands_in_the_next_empty_cell(director: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    page = shown(director)
    assert re.findall(r'name="(\w+)"[^>]*autofocus', page) == ["g2s1"]


def test_unreadable_cell_is_marked_and_kept_while_the_rest_is_stored(
    director: Client, spielliste: models.Spielliste
) -> None:
    page = shown(director)
    response = director.post(
        LIST, typed(page, 1, "0 2o 30 40") | {"g2s1": "20", "g2s2": "0", "g2s3": "30", "g2s4": "40"}
    )
    answer = response.content.decode()
    assert response.status_code == 200
    assert 'value="2o"' in answer
    assert "Platz 2: „2o“" in answer
    assert points(spielliste, 1) == []
    assert points(spielliste, 2) == [20, 0, 30, 40]


def test_impossible_row_is_stored_and_its_fault_shown_next_to_it(
    director: Client, spielliste: models.Spielliste
) -> None:
    response = director.post(LIST, typed(shown(director), 7, "0 20 1 40"), follow=True)
    assert "Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§\N{NO-BREAK SPACE}8.2)" in response.content.decode()
    assert points(spielliste, 7) == [0, 20, 1, 40]


def test_conflict_keeps_what_was_typed_and_shows_what_is_stored(
    director: Client, spielliste: models.Spielliste
) -> None:
    page = shown(director)
    enter(spielliste, 1, "0 21 31 41")
    response = director.post(LIST, typed(page, 1, "0 20 30 40"))
    answer = response.content.decode()
    assert "von jemand anderem gespeichert" in answer
    assert "Gespeichert ist jetzt: 0 · 21 · 31 · 41" in answer
    assert points(spielliste, 1) == [0, 21, 31, 41]
    assert form_of(answer)["g1s2"] == "20"
    director.post(LIST, form_of(answer))
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_two_who_typed_the_same_have_no_conflict(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    enter(spielliste, 1, "0 20 30 40")
    assert director.post(LIST, typed(page, 1, "0 20 30 40")).status_code == 302


def test_row_that_somebody_else_changed_is_left_alone(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    enter(spielliste, 1, "0 20 30 40")
    assert director.post(LIST, typed(page, 2, "0 22 33 44")).status_code == 302
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_page_sent_twice_saves_once(director: Client, spielliste: models.Spielliste) -> None:
    fields = typed(shown(director), 1, "0 20 30 40")
    director.post(LIST, fields)
    director.post(LIST, fields)
    assert models.GameRow.objects.get(spielliste=spielliste).version == 1


def test_key_that_comes_back_with_another_row_is_refused(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    director.post(LIST, typed(page, 1, "0 20 30 40"))
    response = director.post(LIST, typed(page, 1, "0 25 30 40"))
    assert "mit anderem Inhalt gespeichert" in response.content.decode()
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_readings_come_back_as_they_were_typed(director: Client, spielliste: models.Spielliste) -> None:
    director.post(LIST, typed(shown(director), 1, "37/87 0 30 40"))
    assert form_of(shown(director))["g1s1"] == "37/87"


def test_sums_of_the_scorer_are_stored_and_differences_marked(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    fields = form_of(shown(director)) | {"c2total": "204", "c1result": "−20", "c3finished": "0"}
    page = director.post(LIST, fields, follow=True).content.decode()
    assert "Platz 2: laut Liste 204, gerechnet 240 (§\N{NO-BREAK SPACE}2.2.5)" in page
    assert "Platz 1: laut Liste" not in page
    assert models.Claim.objects.get(spielliste=spielliste, seat=1).result == -20


def test_sum_that_is_no_number_is_kept_and_marked(director: Client, spielliste: models.Spielliste) -> None:
    response = director.post(LIST, form_of(shown(director)) | {"c2total": "24o"})
    assert "Platz 2: keine ganze Zahl" in response.content.decode()
    assert form_of(response.content.decode())["c2total"] == "24o"


def test_sums_changed_by_somebody_else_are_a_conflict(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    entries.save_claims(spielliste, {2: SeatClaim(total=240)}, expected=None, by=None)
    response = director.post(LIST, form_of(page) | {"c2total": "204"})
    assert "Die Summen sind nicht gespeichert" in response.content.decode()
    assert models.Claim.objects.get(spielliste=spielliste).total == 240


# Steps of a list


def test_last_row_and_complete_in_one_step(director: Client, spielliste: models.Spielliste) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    director.post(LIST, typed(shown(director), 12, "0 20 30 40") | {"then": "complete"})
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE


def test_list_is_not_completed_unseen(director: Client, spielliste: models.Spielliste) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    fields = typed(shown(director), 12, "0 20 30 40") | {"then": "complete"}
    enter(spielliste, 1, "0 99 30 40")
    director.post(LIST, fields)
    spielliste.refresh_from_db()
    assert (spielliste.status, spielliste.games_in) == (Status.OPEN, 12)


def test_next_list_is_the_next_open_one(director: Client, spielliste: models.Spielliste) -> None:
    response = director.post(LIST, form_of(shown(director)) | {"then": "next"})
    assert response.headers["Location"] == "/leitung/testpokal/serie/1/tisch/2/"


def test_list_is_checked_and_taken_back(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    spielliste.refresh_from_db()
    assert director.post(LIST + "geprueft/", {"version": spielliste.version}).headers["Location"] == OVERVIEW
    spielliste.refresh_from_db()
    assert spielliste.status == Status.CHECKED
    answers = {"version": str(spielliste.version), "reason": "falsch gelesen"}
    assert "Noch ist nichts geändert" in director.post(LIST + "zuruecknehmen/", answers).content.decode()
    director.post(LIST + "zuruecknehmen/", answers | {"confirm": "1"})
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE


def test_step_on_an_outdated_list_is_refused(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    page = director.post(LIST + "geprueft/", {"version": 1}, follow=True).content.decode()
    assert "Inzwischen hat jemand anders" in page
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE


# Corrections


@pytest.mark.parametrize("made", [make_complete, make_checked])
def test_list_that_is_complete_is_locked_until_its_button_opens_it(
    director: Client, spielliste: models.Spielliste, made: Callable[[models.Spielliste], models.Spielliste]
) -> None:
    made(spielliste)
    page = shown(director)
    assert 'class="cell"' not in page
    assert f'href="{CORRECTING}"' in page
    assert 'class="cell"' in shown(director, CORRECTING)


def test_correction_begins_with_its_reason_above_the_cells(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    page = shown(director, CORRECTING)
    assert page.index('name="reason"') < page.index('class="cell"')
    assert "Gespeichert wird erst mit" in page


def test_list_that_is_open_is_not_opened_again(director: Client, spielliste: models.Spielliste) -> None:
    assert 'name="reason"' not in shown(director, CORRECTING)


def test_correction_needs_a_reason_and_keeps_what_was_typed(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    response = director.post(LIST, typed(shown(director, CORRECTING), 1, "0 25 30 40"))
    answer = response.content.decode()
    assert "Bitte geben Sie einen Grund" in answer
    assert form_of(answer)["g1s2"] == "25"
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_correction_with_reason_and_consent_is_revision_two(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    fields = typed(shown(director, CORRECTING), 1, "0 25 30 40") | {"reason": "verschrieben"}
    director.post(LIST, {**fields, "consent": ["1", "2", "9"]})
    revision = spielliste.revisions.get(number=2)
    assert (revision.reason, revision.consent) == ("verschrieben", [1, 2])


def test_closed_series_shows_its_lists_for_reading_and_says_why(
    director: Client, series: models.Series, spielliste: models.Spielliste
) -> None:
    make_checked(spielliste)
    page = shown(director, CORRECTING)
    series.closed_at = timezone.now()
    series.save()
    closed = shown(director, CORRECTING)
    assert 'class="cell"' not in closed
    assert "Die Serie ist abgeschlossen" in closed
    director.post(LIST, typed(page, 1, "0 25 30 40") | {"reason": "zu spät"})
    assert points(spielliste, 1) == [0, 20, 30, 40]
