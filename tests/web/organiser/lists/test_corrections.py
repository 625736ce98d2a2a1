"""Correcting a complete list: a dry run first, then the consent of the players concerned or a notice to them."""

import re
from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking.differences import blame_scorer
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.service import dry_run
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.organiser.lists.corrections import outcome
from tests.cast import Cast
from tests.factories import enter, fill, list_of, make_checked, make_complete, make_event, seat_series
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db

LIST = "/leitung/testpokal/serie/1/tisch/1/"
CORRECT, READING, HISTORY = f"{LIST}berichtigen/", f"{LIST}lesart/", f"{LIST}verlauf/"


@pytest.fixture
def spielliste(series: models.Series) -> models.Spielliste:
    return make_complete(list_of(series))


def text(answer: object) -> str:
    return sentences(answer)


def cells(*values: str, game: int = 1, **more: object) -> dict[str, object]:
    seats = {f"cell{seat}": value for seat, value in enumerate(values, start=1)}
    return {"game": game, **seats, "kind": "correction", "reason": "verschrieben", **more}


def send(client: Client, url: str, fields: dict[str, object], spielliste: models.Spielliste) -> str:
    version = models.Spielliste.objects.get(pk=spielliste.pk).version
    return text(client.post(url, {"version": version, **fields}, follow=True))


# One game


def test_form_shows_the_game_that_was_asked_for(ella: Client, spielliste: models.Spielliste) -> None:
    page = text(ella.get(CORRECT, {"spiel": 7}))
    assert '<option value="7" selected>' in page
    assert 'name="cell3" value="30"' in page


def test_open_list_is_typed_not_corrected(ella: Client, series: models.Series) -> None:
    assert ella.get(CORRECT).headers["Location"] == LIST


def test_scorer_is_asked_for_the_consent_of_the_players_concerned(ella: Client, spielliste: models.Spielliste) -> None:
    page = send(ella, CORRECT, cells("0", "25", "30", "40"), spielliste)
    assert "Sie brauchen das Einverständnis von jedem" in page
    assert re.findall(r'name="consent" value="(\d)"', page) == ["2"]
    assert spielliste.revisions.count() == 1  # tried out, and taken back


def test_scorer_without_consent_is_refused_and_with_it_corrects(ella: Client, spielliste: models.Spielliste) -> None:
    fields = cells("0", "25", "30", "40", confirm="1")
    assert "Es fehlt das Einverständnis von Platz 2" in send(ella, CORRECT, fields, spielliste)
    assert "Spiel 1 ist berichtigt." in send(ella, CORRECT, {**fields, "consent": ["2"]}, spielliste)
    assert spielliste.revisions.latest("number").consent == [2]


def test_official_sees_who_has_to_be_told_and_how_ranks_change(rudi: Client, spielliste: models.Spielliste) -> None:
    page = send(rudi, CORRECT, cells("0", "145", "30", "40"), spielliste)
    assert "Wer nicht einverstanden ist, wird von der Spielleitung unterrichtet (§ 2.2.5)." in page
    assert re.search(r"Ergebnis.*220.*→.*<strong>345</strong>", page)
    assert "Unverändert:" in page
    page = send(rudi, CORRECT, cells("0", "145", "30", "40", confirm="1"), spielliste)
    assert "1 Spieler ist noch zu unterrichten (§ 2.2.5)." in page
    assert list(models.Notice.objects.values_list("seat", "new_result")) == [(2, 345)]


def test_preview_names_nobody_of_another_event(
    rudi: Client, spielliste: models.Spielliste, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = make_checked(list_of(seat_series(make_event(players=8, slug="herbstpokal"))))
    models.Player.objects.filter(registrations__event__slug="herbstpokal").update(last_name="Fremd")

    def dry_run_during_a_correction_elsewhere(verb: Callable[[], object], look: Callable[[], Any]) -> Any:
        enter(elsewhere, 1, "0 99 30 40", reason="verschrieben")
        return dry_run(verb, look)

    monkeypatch.setattr(outcome, "dry_run", dry_run_during_a_correction_elsewhere)
    page = send(rudi, CORRECT, cells("0", "145", "30", "40"), spielliste)
    assert "wird von der Spielleitung unterrichtet" in page
    assert "Fremd" not in page
    assert models.Notice.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL does not wait for each other's writers")
def test_preview_shows_no_effect_of_a_correction_at_the_same_moment(
    rudi: Client, spielliste: models.Spielliste, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_complete(list_of(spielliste.table.series, 2))

    def correct_the_other() -> None:
        enter(other, 1, "0 145 1000 40", reason="verschrieben")
        connection.close()

    correction = Thread(target=correct_the_other)

    def dry_run_then_a_correction(verb: Callable[[], object], look: Callable[[], Any]) -> Any:
        seen = dry_run(verb, look)
        correction.start()
        correction.join(1)
        return seen

    fields = cells("0", "145", "30", "40")
    alone = effects(send(rudi, CORRECT, fields, spielliste))
    monkeypatch.setattr(outcome, "dry_run", dry_run_then_a_correction)
    assert effects(send(rudi, CORRECT, fields, spielliste)) == alone
    correction.join()
    assert models.GameEntry.objects.filter(points=145).exists()


def effects(page: str) -> str:
    return page.partition("<table")[2].partition("</table>")[0]


def test_correction_to_something_impossible_leads_to_regel_check(rudi: Client, spielliste: models.Spielliste) -> None:
    page = send(rudi, CORRECT, cells("0", "1", "30", "40"), spielliste)
    assert "Neu: Spiel 1, Platz 2: 1 Punkt ist nicht möglich" in page
    assert re.search(
        r'href="/regel-check/\?frage=spiel[^"]*punkte=0\+1\+30\+40[^"]*"[^>]*>Spiel 1 im Regel-Check', page
    )
    assert "im Regel-Check" not in send(rudi, CORRECT, cells("0", "25", "30", "40"), spielliste)


def test_slip_of_ours_needs_no_reason_and_concerns_nobody(ella: Client, spielliste: models.Spielliste) -> None:
    fields = cells("0", "25", "30", "40", kind="typo", reason="")
    page = send(ella, CORRECT, fields, spielliste)
    assert "Auf dem Papier ändert sich nichts." in page
    assert 'name="consent"' not in page
    assert "ist berichtigt" in send(ella, CORRECT, {**fields, "confirm": "1"}, spielliste)
    assert spielliste.revisions.latest("number").reason_words == "Tippfehler bei der Eingabe"


def test_slip_of_ours_on_the_page_of_the_whole_list(ella: Client, spielliste: models.Spielliste) -> None:
    page = text(ella.get(f"{LIST}?berichtigen"))
    hidden = dict(re.findall(r'<input type="hidden" name="(g1\w+|version|claims_shown)" value="([^"]*)"', page))
    seats = {"g1s1": "0", "g1s2": "25", "g1s3": "30", "g1s4": "40"}
    ella.post(LIST, {**hidden, **seats, "typo": "on"})
    assert spielliste.revisions.latest("number").reason_words == "Tippfehler bei der Eingabe"


def test_cell_that_cannot_be_read_is_said_at_the_cell(ella: Client, spielliste: models.Spielliste) -> None:
    assert "lässt sich nicht lesen" in send(ella, CORRECT, cells("0", "viel", "30", "40"), spielliste)


def test_somebody_was_faster_is_said(rudi: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 26 30 40", reason="a")
    page = text(rudi.post(CORRECT, {**cells("0", "25", "30", "40"), "version": 0}))
    assert "0 · 26 · 30 · 40" in page  # the stored row is shown next to the typed one


def test_session_that_ended_is_said_and_the_typed_correction_is_kept(
    rudi: Client, cast: Cast, spielliste: models.Spielliste
) -> None:
    cast.rudi.set_password("Zwölf-Spiele-je-Liste")
    cast.rudi.save()
    rudi.logout()
    fields = cells("0", "145", "30", "40", version=spielliste.version)
    refused = text(rudi.post(CORRECT, fields, headers={"Accept": "text/html"}))
    assert "Sie sind nicht mehr angemeldet" in refused
    (carried,) = re.findall(r'name="typed" value="([^"]+)"', refused)
    signing = {"login": cast.rudi.username, "password": "Zwölf-Spiele-je-Liste", "typed": carried}
    page = text(rudi.post("/konto/anmelden/", signing, follow=True))
    assert f'action="{CORRECT}"' in page
    kept = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    assert {name: str(value) for name, value in fields.items()}.items() <= kept.items()
    assert "Ergebnis" in text(rudi.post(CORRECT, kept))  # the preview, as if nothing had happened


# After the end of the series


@pytest.fixture
def closed(series: models.Series) -> models.Spielliste:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    return list_of(series)


def test_closed_list_shows_officials_the_way(rudi: Client, ella: Client, closed: models.Spielliste) -> None:
    assert CORRECT in text(rudi.get(LIST))
    assert CORRECT not in text(ella.get(LIST))


def test_official_corrects_a_closed_list(rudi: Client, closed: models.Spielliste) -> None:
    page = send(rudi, CORRECT, cells("0", "25", "30", "40"), closed)
    assert "Die Serie ist zu Ende" in page
    assert "Danach zu unterrichten (§ 2.2.5): Platz 2: 2 Vera2 Spieler2" in page
    assert 'name="consent"' not in page
    assert "ist berichtigt" in send(rudi, CORRECT, cells("0", "25", "30", "40", confirm="1"), closed)


def test_correction_that_leaves_a_fault_is_refused_before_it_is_confirmed(
    rudi: Client, closed: models.Spielliste
) -> None:
    assert "ohne Fehler oder ungültig" in send(rudi, CORRECT, cells("0", "1", "30", "40"), closed)


def test_scorer_does_not_correct_a_closed_list(ella: Client, closed: models.Spielliste) -> None:
    assert ella.get(CORRECT).status_code == 403


def test_day_at_a_glance_asks_for_a_new_release(event: models.Event, rudi: Client, closed: models.Spielliste) -> None:
    release_standings(event, 1, by=None)
    assert "Eine Berichtigung hat die Rangliste" not in text(rudi.get("/leitung/testpokal/"))
    send(rudi, CORRECT, cells("0", "25", "30", "40", confirm="1"), closed)
    page = text(rudi.get("/leitung/testpokal/"))
    assert "Eine Berichtigung hat die Rangliste nach Serie 1 geändert" in page


# An entry that can be read in several ways (§ 2.2.6)


def reading(values: str, **more: object) -> dict[str, object]:
    return {"game": 1, "seat": 2, "values": values, "reason": "verschmiert", **more}


def test_worst_reading_counts_and_is_shown_with_its_clause(rudi: Client, spielliste: models.Spielliste) -> None:
    page = send(rudi, READING, reading("20 oder 80"), spielliste)
    assert "gilt stets die für den Teilnehmer ungünstigste Punktzahl (§ 2.2.6)" in page
    assert "0 · 20/80 · 30 · 40" in page
    assert "<strong>280</strong>" in page
    send(rudi, READING, reading("20/80", confirm="1"), spielliste)
    assert models.Reading.objects.get(spielliste=spielliste).values == [20, 80]


@pytest.mark.parametrize("values", ["20", "20/20", "20/x", "1/2/3/4/5", "20000/3"])
def test_readings_are_two_to_four_numbers(rudi: Client, spielliste: models.Spielliste, values: str) -> None:
    assert "zwei bis vier verschiedene Zahlen" in send(rudi, READING, reading(values), spielliste)


def test_reading_goes_on_a_list_that_is_still_open(rudi: Client, series: models.Series) -> None:
    spielliste = list_of(series)
    enter(spielliste, 1, "0 20 30 40")
    send(rudi, READING, reading("20/80", confirm="1"), spielliste)
    assert models.Reading.objects.get(spielliste=spielliste).values == [20, 80]


# Earlier revisions


def test_revision_is_shown_in_full_with_what_has_changed_since(ella: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler")
    page = text(ella.get(f"{HISTORY}1/"))
    assert "Seitdem geändert" in page
    assert "Spiel 1: 0 · 20 · 30 · 40 → 0 · 25 · 30 · 40" in page
    assert "wiederherstellen" not in page
    assert "gilt jetzt" in text(ella.get(f"{HISTORY}2/"))
    assert ella.get(f"{HISTORY}9/").status_code == 404


def test_history_tells_what_was_done_last_first_also_when_the_clock_was_set_back(
    ella: Client, series: models.Series
) -> None:
    running = list_of(series)
    enter(running, 1, "0 20 30 40")
    with time_machine.travel(timezone.now() - timedelta(hours=2)):
        for game in range(2, 13):
            enter(running, game, "0 20 30 40")
        entries.complete(running, expected=None, by=None)
        page = text(ella.get(HISTORY))
    places = [page.index(title) for title in ("Fassung 1<", "Spiel 12 eingetragen", "Spiel 1 eingetragen")]
    assert places == sorted(places)


def test_history_links_to_each_revision(ella: Client, spielliste: models.Spielliste) -> None:
    assert f"{HISTORY}1/" in text(ella.get(HISTORY))


def test_restoring_shows_its_effect_and_is_a_new_revision(rudi: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler")
    decisions.add_penalty(spielliste, seat=3, game=2, points=100, reason="geworfen", expected=None, by=None)
    url = f"{HISTORY}1/wiederherstellen/"
    assert f"{url}" in text(rudi.get(f"{HISTORY}1/"))
    page = send(rudi, url, {"reason": "falsch berichtigt"}, spielliste)
    assert "entfallen: 100 Strafpunkte für Platz 3 in Spiel 2" in page
    assert "<strong>220</strong>" in page
    page = send(rudi, url, {"reason": "falsch berichtigt", "confirm": "1"}, spielliste)
    assert "Fassung 1 ist wiederhergestellt." in page
    assert spielliste.revisions.latest("number").reason == "falsch berichtigt"


def test_current_revision_is_not_restored(rudi: Client, spielliste: models.Spielliste) -> None:
    assert "die jetzt gilt" in send(rudi, f"{HISTORY}1/wiederherstellen/", {"reason": "x"}, spielliste)


def test_preview_shows_scoring_points_that_change_while_the_card_points_stay(
    petra: Client, event: models.Event, series: models.Series
) -> None:
    points = {"scoring": models.Event.Scoring.SCORING_POINTS, "points_per_game": USUAL}
    models.Event.objects.filter(pk=event.pk).update(**points, bonus_four=0, bonus_three=0, bonus_handromme=0)
    spielliste = make_complete(list_of(series), {1: "0 45 88 102"})
    page = send(petra, CORRECT, cells("*", "45", "88", "102"), spielliste)
    headings = re.findall(r'data-label="(Ergebnis|Wertungspunkte|Augenpunkte)"', page)
    assert headings == ["Wertungspunkte", "Augenpunkte"]  # of the one line
    changed = " ".join(re.sub(r"<.*?>", " ", page).split())
    assert "bisher 60 → danach 63" in changed
    assert "Wertungspunkte 22, Augenpunkte 265" in changed  # of seat 2, which stay


def test_players_whose_table_points_change_are_asked_shown_and_told(
    ella: Client, rudi: Client, event: models.Event, series: models.Series
) -> None:
    by_table = {"scoring": models.Event.Scoring.TABLE_POINTS, "games_per_list": 1}
    models.Event.objects.filter(pk=event.pk).update(**by_table, bonus_four=0, bonus_three=0, bonus_handromme=0)
    spielliste = make_complete(list_of(series), {1: "0 45 88 102"})
    page = send(ella, CORRECT, cells("0", "45", "45", "102"), spielliste)
    assert re.findall(r'name="consent" value="(\d)"', page) == ["2", "3"]  # § 2.2.3
    changed = " ".join(re.sub(r"<.*?>", " ", page).split())
    assert "bisher 2 → danach 1½" in changed  # of seat 2, whose result stays
    assert "Tischpunkte 3, Ergebnis 0" in changed  # of seat 1, which stay
    send(rudi, CORRECT, cells("0", "45", "45", "102", confirm="1"), spielliste)
    assert list(models.Notice.objects.values_list("seat", flat=True)) == [2, 3]  # § 2.2.5
    assert "Tischpunkte: 2 → 1½" in text(rudi.get("/leitung/testpokal/mitteilungen/"))
    assert "Tischpunkte Platz 2: 2 → 1½" in text(rudi.get(HISTORY))


def test_result_of_an_event_with_scoring_points_is_called_card_points(
    petra: Client, event: models.Event, series: models.Series
) -> None:
    points = {"scoring": models.Event.Scoring.SCORING_POINTS, "points_per_game": USUAL}
    models.Event.objects.filter(pk=event.pk).update(**points, bonus_four=0, bonus_three=0, bonus_handromme=0)
    spielliste = fill(list_of(series))
    entries.save_claims(spielliste, {2: entries.SeatClaim(result=250)}, expected=None, by=None)
    pages = [text(petra.get(LIST))]
    assert "Platz 2: Augenpunkte laut Liste 250, gerechnet 240" in pages[0]
    blame_scorer(spielliste, Difference(2, Figure.RESULT, 250, 240), expected=None, by=None)
    entries.complete(spielliste, expected=None, by=None)
    send(petra, CORRECT, {**cells("0", "25", "30", "40"), "confirm": "1", "consent": ["1", "2", "3", "4"]}, spielliste)
    pages += [text(petra.get(where)) for where in (LIST, HISTORY, f"{HISTORY}1/")]
    assert "Augenpunkte Platz 2: 240 → 245" in pages[2]
    assert "Platz 2: Augenpunkte 250" in pages[2]
    assert [page for page in pages if "Ergebnis" in page] == []
    assert "Augenpunkte auf der Liste 250, richtig sind 240" in text(petra.get("/leitung/testpokal/mitteilungen/"))
