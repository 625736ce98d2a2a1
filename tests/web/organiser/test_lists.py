"""The lists of a series at the officials' desk."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.services import decisions, lists
from romme_turnier.tournament.services.lists import SeatClaim
from tests.factories import (
    Role,
    enter,
    fill,
    list_of,
    make_checked,
    make_complete,
    make_event,
    make_official,
    seat_series,
)

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status
OVERVIEW = "/leitung/testpokal/serie/1/listen/"
LIST = "/leitung/testpokal/serie/1/tisch/1/"


@pytest.fixture
def event() -> models.Event:
    return make_event(players=9)


@pytest.fixture
def spielliste(series: models.Series) -> models.Spielliste:
    return list_of(series)


def signed_in(client: Client, event: models.Event, role: str = Role.DIRECTOR) -> Client:
    client.force_login(make_official(event, role, username=role))
    return client


@pytest.fixture
def director(client: Client, event: models.Event) -> Client:
    return signed_in(client, event)


def shown(client: Client, url: str = LIST) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def form_of(page: str) -> dict[str, str]:
    """The first form of the page that has cells, as a browser would send it."""
    inputs = re.findall(r"<input[^>]*>", page)
    fields: dict[str, str] = {}
    for text in inputs:
        name, value = re.search(r'name="([^"]+)"', text), re.search(r'value="([^"]*)"', text)
        if name and re.match(r"g\d|c\d|claims_shown|version", name[1]):
            fields.setdefault(name[1], value[1] if value else "")
    return fields


def typed(page: str, game: int, cells: str) -> dict[str, str]:
    fields = form_of(page)
    for seat, text in enumerate(cells.split(), start=1):
        fields[f"g{game}s{seat}"] = "" if text == "-" else text
    return fields


def points(spielliste: models.Spielliste, game: int) -> list[int | None]:
    entries = models.GameEntry.objects.filter(row__spielliste=spielliste, row__number=game)
    return list(entries.order_by("seat").values_list("points", flat=True))


# The overview


def test_overview_sorts_lists_by_what_needs_attention(client: Client) -> None:
    event = make_event(players=28)
    series = seat_series(event, tables=[list(range(n, n + 4)) for n in range(1, 28, 4)])
    make_checked(list_of(series, 1))
    make_complete(list_of(series, 2))
    make_complete(list_of(series, 3))
    lists.sign(list_of(series, 3), expected=None, by=None)
    enter(list_of(series, 4), 1, "0 20 30 40")
    enter(list_of(series, 5), 1, "0 1 30 40")
    lists.declare_invalid(list_of(series, 7), expected=None, by=None, reason="verloren")
    page = shown(signed_in(client, event), OVERVIEW)
    assert [int(n) for n in re.findall(r">Tisch&nbsp;(\d+)</a>", page)] == [6, 5, 4, 2, 3, 1, 7]


def test_overview_counts_sums_that_differ(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste)
    lists.save_claims(spielliste, {2: SeatClaim(total=204, finished=1)}, expected=None, by=None)
    assert '<span class="problem">2</span>' in shown(director, OVERVIEW)


def test_table_number_leads_to_its_list(director: Client, series: models.Series) -> None:
    assert director.get(OVERVIEW + "?tisch=2").headers["Location"] == "/leitung/testpokal/serie/1/tisch/2/"


@pytest.mark.parametrize("wrong", ["70", "zwei", "2a"])
def test_wrong_table_number_says_which_there_are(director: Client, series: models.Series, wrong: str) -> None:
    page = shown(director, f"{OVERVIEW}?tisch={wrong}")
    assert f"Tisch {wrong} gibt es in dieser Serie nicht. Vorhanden: 1, 2." in page


def test_overview_before_the_draw_offers_it(director: Client) -> None:
    assert "Noch keine Listen" in shown(director, "/leitung/testpokal/serie/3/listen/")


def test_overview_costs_a_fixed_number_of_queries(director: Client, series: models.Series) -> None:
    with CaptureQueriesContext(connection) as queries:
        shown(director, OVERVIEW)
    assert len(queries) <= 15


# The entry page


def test_page_mirrors_the_paper(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    assert page.count('class="cell"') == 12 * 4 + 3 * 4
    assert page.count('class="dealer"') == 12
    assert "Spiel 6, Platz 2, gibt" in page
    assert "Vera4 Spieler4" in page


def test_page_costs_a_fixed_number_of_queries(director: Client, spielliste: models.Spielliste) -> None:
    fill(spielliste, {3: "37/87 0 40 50"})
    with CaptureQueriesContext(connection) as queries:
        shown(director)
    assert len(queries) <= 15


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


def test_impossible_row_is_stored_and_said_beside_it(director: Client, spielliste: models.Spielliste) -> None:
    response = director.post(LIST, typed(shown(director), 7, "0 20 1 40"), follow=True)
    assert "Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)" in response.content.decode()
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
    assert "Platz 2: Summe laut Liste 204, gerechnet 240 (§ 2.2.5)" in page
    assert "Platz 1: Ergebnis laut Liste" not in page
    assert models.Claim.objects.get(spielliste=spielliste, seat=1).result == -20


def test_sum_that_is_no_number_is_kept_and_marked(director: Client, spielliste: models.Spielliste) -> None:
    response = director.post(LIST, form_of(shown(director)) | {"c2total": "24o"})
    assert "Platz 2: keine ganze Zahl" in response.content.decode()
    assert form_of(response.content.decode())["c2total"] == "24o"


def test_sums_changed_by_somebody_else_are_a_conflict(director: Client, spielliste: models.Spielliste) -> None:
    page = shown(director)
    lists.save_claims(spielliste, {2: SeatClaim(total=240)}, expected=None, by=None)
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


def test_list_is_signed_checked_and_taken_back(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    for step, status in (("unterschrieben/", Status.SIGNED), ("geprueft/", Status.CHECKED)):
        spielliste.refresh_from_db()
        director.post(LIST + step, {"version": spielliste.version})
        spielliste.refresh_from_db()
        assert spielliste.status == status
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


def test_correction_needs_a_reason_and_keeps_what_was_typed(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    response = director.post(LIST, typed(shown(director), 1, "0 25 30 40"))
    answer = response.content.decode()
    assert "Bitte geben Sie einen Grund" in answer
    assert form_of(answer)["g1s2"] == "25"
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_correction_with_reason_and_consent_is_revision_two(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    fields = typed(shown(director), 1, "0 25 30 40") | {"reason": "verschrieben"}
    director.post(LIST, {**fields, "consent": ["1", "2", "9"]})
    revision = spielliste.revisions.get(number=2)
    assert (revision.reason, revision.consent) == ("verschrieben", [1, 2])


def test_closed_series_shows_its_lists_for_reading_and_says_why(
    director: Client, series: models.Series, spielliste: models.Spielliste
) -> None:
    make_checked(spielliste)
    page = shown(director)
    series.closed_at = timezone.now()
    series.save()
    closed = shown(director)
    assert 'class="cell"' not in closed
    assert "Die Serie ist abgeschlossen" in closed
    director.post(LIST, typed(page, 1, "0 25 30 40") | {"reason": "zu spät"})
    assert points(spielliste, 1) == [0, 20, 30, 40]


# Decisions: shown first, then done


def preview_and_confirm(client: Client, path: str, answers: dict[str, str]) -> str:
    """Send a decision, check that nothing is done yet, confirm it; answers the preview."""
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
    assert "§ 8.3" in preview
    assert "<strong>490</strong>" in preview
    assert "150 Strafpunkte passen nicht zu einer Hand mit 30 Punkten" in preview
    assert models.Penalty.objects.get(spielliste=spielliste).points == 150


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
    assert preview.count("<strong>zählt nicht</strong>") == 1  # for him alone; for the others it is open
    assert shown(director).count('class="vacated"') == 8
    preview_and_confirm(director, "platz-verlassen/4/", {"reason": "doch geblieben"})
    assert 'class="vacated"' not in shown(director)


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
    assert "schlecht geführt (§ 2.2.6)" in shown(director)
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
    lists.save_claims(spielliste, {2: SeatClaim(total=204)}, expected=None, by=None)
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    lists.complete(spielliste, expected=None, by=None)
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


def test_history_tells_of_a_revision_that_was_tampered_with(director: Client, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    assert "Die Prüfsummen aller Fassungen stimmen." in shown(director, LIST + "verlauf/")
    models.Revision.objects.update(content={**spielliste.revisions.get().content, "table": 2})
    assert "stimmt nicht bei Fassung 1" in shown(director, LIST + "verlauf/")


# Who may


PATHS = [
    OVERVIEW,
    LIST,
    LIST + "verlauf/",
    LIST + "strafpunkte/",
    LIST + "entscheidung/",
    LIST + "platz-verlassen/",
    LIST + "ungueltig/",
    LIST + "wieder-gueltig/",
    LIST + "zuruecknehmen/",
    LIST + "plaetze/",
]


@pytest.mark.parametrize("path", PATHS)
def test_strangers_find_nothing(client: Client, series: models.Series, path: str) -> None:
    assert client.get(path).status_code == 302
    client.force_login(make_official(make_event(slug="anderer"), username="fremd"))
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["tisch/9/", "tisch/1/strafpunkte/99/", "tisch/1/entscheidung/3/"])
def test_what_is_not_there_is_not_found(director: Client, series: models.Series, path: str) -> None:
    assert director.get(f"/leitung/testpokal/serie/1/{path}").status_code == 404


def test_series_beyond_the_event_is_not_found(director: Client) -> None:
    assert director.get("/leitung/testpokal/serie/4/listen/").status_code == 404


@pytest.mark.parametrize("path", PATHS[3:])
def test_decisions_need_the_right_to_rule(
    client: Client, event: models.Event, series: models.Series, path: str
) -> None:
    assert signed_in(client, event, Role.ENTRY).get(path).status_code == 403
    assert signed_in(client, event, Role.REFEREE).get(path).status_code == 200


def test_cashier_may_look_but_not_enter(client: Client, event: models.Event, series: models.Series) -> None:
    cashier = signed_in(client, event, Role.CASHIER)
    assert 'class="cell"' not in shown(cashier)
    assert cashier.post(LIST, {}).status_code == 403


def test_checked_list_is_changed_only_with_the_right_to_rule(
    client: Client, event: models.Event, spielliste: models.Spielliste
) -> None:
    page = shown(signed_in(client, event))
    make_checked(spielliste)
    entry = signed_in(client, event, Role.ENTRY)
    assert 'class="cell"' not in shown(entry)
    fields = typed(page, 1, "0 25 30 40") | {"reason": "x"}
    assert entry.post(LIST, fields).status_code == 403
    assert points(spielliste, 1) == [0, 20, 30, 40]


def test_only_referee_and_director_check(client: Client, event: models.Event, spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    spielliste.refresh_from_db()
    fields = {"version": spielliste.version}
    assert signed_in(client, event, Role.ENTRY).post(LIST + "geprueft/", fields).status_code == 403
    assert signed_in(client, event, Role.REFEREE).post(LIST + "geprueft/", fields).status_code == 302


# Other rule systems


def test_treppenromme_has_no_finisher_and_no_bonus(client: Client) -> None:
    event = make_event(players=2, ruleset="treppenromme", games_per_list=3)
    spielliste = list_of(seat_series(event, tables=[[1, 2]]))
    director = signed_in(client, event)
    director.post(LIST, typed(shown(director), 1, "0 75"))
    assert points(spielliste, 1) == [0, 75]
    assert "Handrommé" not in shown(director).split("<tfoot>")[1].split("</tfoot>")[0]


def test_table_of_six_is_six_columns(client: Client) -> None:
    event = make_event(players=6, ruleset="rommee", games_per_list=6)
    seat_series(event, tables=[[1, 2, 3, 4, 5, 6]])
    assert "sheet--6" in shown(signed_in(client, event))
