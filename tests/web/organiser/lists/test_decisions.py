"""Decisions on a list: the preview of each, its effect, and its entry in the history."""

import re
from typing import Any

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.entries import SeatClaim
from tests.factories import (
    enter,
    fill,
    make_complete,
    make_official,
)
from tests.web.organiser.lists.pages import LIST, Status, form_of, shown

pytestmark = pytest.mark.django_db


def preview_and_confirm(client: Client, path: str, answers: dict[str, str]) -> str:
    """Send a decision, check that nothing is done yet, confirm it; returns the preview."""
    page = shown(client, LIST + path)
    fields = answers | {"version": form_of(page)["version"]}
    before = models.Spielliste.objects.get(table__number=1, table__series__number=1).version
    preview = client.post(LIST + path, fields).content.decode()
    assert models.Spielliste.objects.get(table__number=1, table__series__number=1).version == before
    assert client.post(LIST + path, fields | {"confirm": "1"}).status_code == 302
    return preview


def test_penalty_shows_its_effect_then_counts(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    answers = {"seat": "3", "game": "4", "amount": "150", "own": "", "reason": "geworfen"}
    preview = preview_and_confirm(director, "strafpunkte/", answers)
    assert "§\N{NO-BREAK SPACE}8.3" in preview
    assert "<strong>490</strong>" in preview
    assert "150 Strafpunkte passen nicht zu einer Hand mit 30 Punkten" in preview
    assert models.Penalty.objects.get(spielliste=spielliste).points == 150


def test_preview_shows_what_the_verb_stores_when_that_is_not_what_was_asked(
    director: Client, spielliste: models.Spielliste, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The preview is the dry run itself, so it shows any side effect of the verb."""
    make_complete(spielliste)
    add_penalty = decisions.add_penalty

    def doubled(*args: Any, points: int, **more: Any) -> models.Penalty:
        return add_penalty(*args, points=2 * points, **more)

    monkeypatch.setattr(decisions, "add_penalty", doubled)
    answers = {"seat": "3", "game": "4", "amount": "150", "own": "", "reason": "geworfen"}
    preview = preview_and_confirm(director, "strafpunkte/", answers)
    assert "<strong>640</strong>" in preview
    assert models.ListTotal.objects.get(seat__table=spielliste.table, seat__number=3).result == 640


def test_penalty_of_another_amount_needs_that_amount(director: Client, spielliste: models.Spielliste) -> None:
    fields = {"seat": "3", "game": "4", "amount": "own", "own": "", "reason": "x", "version": "0"}
    assert "Bitte geben Sie den Betrag an." in director.post(LIST + "strafpunkte/", fields).content.decode()
    preview_and_confirm(director, "strafpunkte/", fields | {"own": "30"})
    assert models.Penalty.objects.get(spielliste=spielliste).points == 30


@pytest.mark.parametrize("path", ["strafpunkte/", "entscheidung/", "platz-verlassen/", "lesart/"])
def test_game_of_a_decision_has_to_be_chosen(director: Client, spielliste: models.Spielliste, path: str) -> None:
    field = "from_game" if path == "platz-verlassen/" else "game"
    offered = director.get(LIST + path).context["form"][field]
    assert offered.field.choices[0][0] == ""
    refused = director.post(LIST + path, {field: "", "reason": "Karten geworfen"}).context["form"]
    assert refused.errors[field] == ["Bitte wählen Sie das Spiel."]
    assert refused["reason"].value() == "Karten geworfen"


def test_penalty_is_taken_back(director: Client, spielliste: models.Spielliste) -> None:
    penalty = decisions.add_penalty(spielliste, seat=3, game=4, points=100, reason="x", expected=None, by=None)
    preview_and_confirm(director, f"strafpunkte/{penalty.pk}/", {"reason": "Einspruch"})
    assert not models.Penalty.objects.exists()


def test_entry_that_cannot_be_read_leads_to_its_readings(director: Client, spielliste: models.Spielliste) -> None:
    """§ 2.2.6: the worst reading counts; keeping the row would count zero, the best for the player."""
    enter(spielliste, 1, "0 ? 33 47")
    page = shown(director, LIST)
    assert f'href="{LIST}lesart/?spiel=1&amp;platz=2">Lesarten eintragen</a>' in page
    assert ">gelten lassen</a>" not in page
    for address in ("lesart/?spiel=1&platz=2", "lesart/"):  # the only one that is unclear, also without being named
        form = director.get(LIST + address).context["form"]
        assert form.initial == {"game": 1, "seat": 2}


def test_row_is_let_stand_and_the_list_counts(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    assert f"{LIST}entscheidung/?spiel=7" in shown(director)
    preview = preview_and_confirm(director, "entscheidung/", {"game": "7", "reason": "bestätigt"})
    assert "Entfällt: Spiel 7, Platz 3: 1 Punkt ist nicht möglich" in preview
    assert "<strong>zählt</strong>" in preview
    assert models.ListTotal.objects.filter(seat__table=spielliste.table, counts=True).count() == 4
    preview_and_confirm(director, "entscheidung/7/", {"reason": "doch nicht"})
    assert not models.RowRuling.objects.exists()


def test_seat_is_left_and_taken_again(director: Client, spielliste: models.Spielliste) -> None:
    answers = {"seat": "4", "from_game": "5", "reason": "krank"}
    preview = preview_and_confirm(director, "platz-verlassen/", answers)
    assert "Für ihn zählt diese Liste nicht." in preview
    assert preview.count("<strong>zählt nicht</strong>") == 1  # only for him; it stays open for the others
    assert shown(director).count('class="vacated"') == 8
    preview_and_confirm(director, "platz-verlassen/4/", {"reason": "doch geblieben"})
    assert 'class="vacated"' not in shown(director)


def test_preview_names_games_in_their_order(director: Client, spielliste: models.Spielliste) -> None:
    for game in (9, 10, 11):
        enter(spielliste, game, "0 20 30 ?")
    preview = preview_and_confirm(director, "platz-verlassen/", {"seat": "4", "from_game": "9", "reason": "krank"})
    assert re.findall(r"Entfällt: Spiel (\d+), Platz 4", preview) == ["9", "10", "11"]


def test_leaving_a_seat_is_offered_from_the_first_game_that_is_not_entered(
    director: Client, spielliste: models.Spielliste
) -> None:
    enter(spielliste, 1, "0 20 30 40")
    assert '<option value="2" selected>' in director.get(LIST + "platz-verlassen/").content.decode()


def test_seat_with_points_is_refused_before_any_preview(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    spielliste.refresh_from_db()
    fields = {"seat": "4", "from_game": "12", "reason": "krank", "version": str(spielliste.version)}
    page = director.post(LIST + "platz-verlassen/", fields).content.decode()
    assert "noch Punkte in Spiel 12" in page
    assert "Wirkung ansehen" in page


def test_list_is_declared_invalid_and_valid_again(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    preview = preview_and_confirm(director, "ungueltig/", {"reason": "schlecht geführt"})
    assert "<strong>zählt nicht</strong>" in preview
    assert "schlecht geführt (§\N{NO-BREAK SPACE}2.2.6)" in shown(director)
    preview_and_confirm(director, "wieder-gueltig/", {"reason": "Einspruch"})
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE


def test_decision_on_an_outdated_list_is_shown_again(director: Client, spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    fields = {"reason": "verloren", "version": "0", "confirm": "1"}
    page = director.post(LIST + "ungueltig/", fields).content.decode()
    assert "Inzwischen hat jemand anders" in page
    spielliste.refresh_from_db()
    assert spielliste.status == Status.OPEN


def test_seats_are_corrected_with_players_of_other_tables_and_without_a_seat(
    director: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    make_complete(spielliste)
    pk = {r.number: str(r.pk) for r in event.registrations.all()}
    answers = {"seat1": pk[2], "seat2": pk[1], "seat3": pk[5], "seat4": pk[9], "reason": "vertauscht"}
    preview = preview_and_confirm(director, "plaetze/", answers)
    assert "Platz 1: 2 Vera2 Spieler2 statt 1 Vera1 Spieler1" in preview
    assert "3 Vera3 Spieler3 sitzt dafür an Tisch 2, Platz 1" in preview
    assert "4 Vera4 Spieler4 hat danach keinen Platz" in preview
    seats = models.Seat.objects.filter(table=spielliste.table).order_by("number")
    assert list(seats.values_list("registration__number", flat=True)) == [2, 1, 5, 9]
    assert spielliste.revisions.count() == 2


def test_nobody_is_put_on_two_seats(director: Client, event: models.Event, spielliste: models.Spielliste) -> None:
    pk = {r.number: str(r.pk) for r in event.registrations.all()}
    fields = {"seat1": pk[2], "seat2": pk[2], "seat3": pk[3], "seat4": pk[4], "reason": "x", "version": "0"}
    assert "Niemand kann auf zwei Plätzen sitzen" in director.post(LIST + "plaetze/", fields).content.decode()


# History


def test_history_says_who_changed_what_and_why(director: Client, spielliste: models.Spielliste) -> None:
    official = make_official(username="erfassung")
    enter(spielliste, 1, "0 21 30 40", by=official)
    enter(spielliste, 1, "0 20 30 40", by=official)
    make_complete(spielliste, by=official)
    enter(spielliste, 1, "0 25 30 40", reason="verschrieben", consent=[2], by=official)
    page = shown(director, LIST + "verlauf/")
    for words in (
        "Spiel 1 eingetragen",
        "vorher: 0 · 21 · 30 · 40",
        "Aus Datei übernommen",
        "Spiel 1: 0 · 20 · 30 · 40 → 0 · 25 · 30 · 40",
        "Ergebnis Platz 2: 220 → 225",
        "Grund: verschrieben",
        "Einverstanden: Platz 2",
        "Erfassung",
        spielliste.revisions.get(number=2).hash[:12],
    ):
        assert words in page


def test_history_shows_every_kind_of_change(director: Client, spielliste: models.Spielliste) -> None:
    penalty = decisions.add_penalty(spielliste, seat=3, game=4, points=100, reason="geworfen", expected=None, by=None)
    decisions.remove_penalty(penalty, reason="Einspruch", expected=None, by=None)
    decisions.leave_seat(spielliste, seat=4, from_game=12, reason="krank", expected=None, by=None)
    decisions.let_row_stand(spielliste, game=12, reason="entfallen", expected=None, by=None)
    entries.save_claims(spielliste, {2: SeatClaim(total=204)}, expected=None, by=None)
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    entries.complete(spielliste, expected=None, by=None)
    decisions.add_penalty(spielliste, seat=1, game=1, points=150, reason="noch einmal", expected=None, by=None)
    page = shown(director, LIST + "verlauf/")
    for words in (
        "Strafpunkte in Spiel 4 zurückgenommen",
        "Grund: Einspruch",
        "Platz ab Spiel 12 verlassen",
        "Spiel 12 gilt nach Entscheidung",
        "Platz 2: Summe 204",
        "neu: 150 Strafpunkte für Platz 1 in Spiel 1",
    ):
        assert words in page


def test_history_reports_a_revision_that_was_tampered_with(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    assert "Die Prüfsummen aller Fassungen stimmen." in shown(director, LIST + "verlauf/")
    models.Revision.objects.update(content={**spielliste.revisions.get().content, "table": 2})
    assert "stimmt nicht bei Fassung 1" in shown(director, LIST + "verlauf/")
