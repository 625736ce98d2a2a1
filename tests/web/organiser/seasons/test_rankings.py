"""The rankings of a season at the desk: recipe book, editor with its preview, adjustments, and editions."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.seasons.formula import Formula, MeanOfAtLeast, Minus, Missing, Need, Tie, UnitKind
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import issue_edition
from romme_turnier.tournament.seasons.previews import tables_of_three
from romme_turnier.web.organiser.seasons.ranking_forms import _GROUPS, FormulaForm
from tests.factories import make_event, make_organiser, make_season, seat_series
from tests.tournament.seasons.season_rows import formula, issued, make_ranking, newest, people, play, table_of

pytestmark = pytest.mark.django_db
SEASON = "verein/2026"


def page(client: Client, name: str, *args: Any) -> str:
    response = client.get(reverse(f"organiser:{name}", args=[SEASON, *args]))
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, name: str, /, *args: Any, query: str = "", **data: Any) -> str:
    return client.post(reverse(f"organiser:{name}", args=[SEASON, *args]) + query, data, follow=True).content.decode()


FIELDS: dict[str, Any] = {"value": "result", "unit": "list", "missing": "number", "join": "mean"}


def test_recipe_book_offers_usual_formulas_by_name_and_nobody_sees_json(client, petra):
    make_season()
    shown = page(client, "ranking_new")
    assert "Mittel, mindestens 24 Listen" in shown
    assert (
        "Mittel aller Listen, mindestens 24; fehlende zählen so viel wie das schlechteste Ergebnis von allen" in shown
    )
    assert "?rezept=mean" in shown
    assert "?rezept=sum" not in shown, "where the fewest win, a sum rewards staying away"
    assert "mean_of_at_least" not in shown


def test_new_ranking_is_seen_before_it_is_stored(client, petra):
    season = make_season()
    vera, ute = people("Sommer", "Winter")
    play(season, {vera: 300, ute: 250})
    fields = FIELDS | {
        "join": "at_least",
        "least": 2,
        "missing_number": "400",
        "name": "Jahreswertung",
        "of": "players",
    }
    shown = send(client, "ranking_new", query="?rezept=mean", preview="", **fields)
    assert "Vera Sommer" in shown
    assert "1 von 1 Liste, 1 fehlende zählt 400,00, Mittel 350,00" in shown
    assert not models.Ranking.objects.exists()
    send(client, "ranking_new", query="?rezept=mean", store="", **fields)
    ranking = models.Ranking.objects.get()
    assert ranking.versions.get().formula == formula(join={"mean_of_at_least": 2, "missing": "400"})
    assert table_of(newest(ranking)) == [(1, "Winter", "325.00"), (2, "Sommer", "350.00")]


def test_other_fields_are_in_folded_groups_and_one_with_a_fault_is_open(client, petra):
    season = make_season()
    make_ranking(season, join="mean")
    shown = page(client, "ranking_formula", "wertung")
    groups = re.findall(r"<details[^>]*>\s*<summary>([^<]*)</summary>(.*?)</details>", shown, re.DOTALL)
    titles = [str(title) for title in _GROUPS.values()]
    assert [title for title, _fields in groups] == titles
    assert "open" not in "".join(re.findall(r"<details[^>]*>", shown))
    folded = {name for _title, fields in groups for name in re.findall(r' name="([^"]*)"', fields)}
    in_sight = {"value", "join", "organisers_below"}  # no organiser is below this one
    assert folded == {*FormulaForm.base_fields} - in_sight
    wrong = send(client, "ranking_formula", "wertung", preview="", **FIELDS | {"series": "eins"})
    assert re.findall(r"<details[^>]* open>\s*<summary>([^<]*)<", wrong) == ["Turniere, Serien und Gewichte"]


@pytest.mark.parametrize(
    ("formula", "in_sight"),
    [
        (Formula(ties=(Tie.LAST,)), set()),
        (Formula(positive=True, unit=UnitKind.EVENT), {"positive", "unit"}),
        (Formula(join=MeanOfAtLeast(8, Missing.WORST)), {"least", "missing", "missing_number"}),
        (Formula(need=Need(3), months=12), {"need_number", "months"}),
        (Formula(minus=Minus(0, 1, 2)), {"minus_over", "minus_start", "minus_power", "minus_times"}),
    ],
)
def test_editor_shows_the_fields_that_differ_from_the_plainest_formula(formula, in_sight):
    form = FormulaForm(None, season=make_season(), formula=formula)
    assert {*form.main} == {"value", "join"} | in_sight


def test_mark_of_required_fields_is_explained_once(client, petra):
    make_season()
    shown = client.get(reverse("organiser:ranking_new", args=[SEASON]), {"rezept": "best"}).content.decode()
    assert shown.count("</span> Pflichtangabe") == 1


def test_points_by_place_are_typed_as_a_row_of_numbers(client, petra):
    season = make_season()
    vera, ute, ida = people("Sommer", "Winter", "Herbst")
    play(season, {vera: 300, ute: 250, ida: 310})
    shown = (
        page(client, "ranking_new")
        + client.get(reverse("organiser:ranking_new", args=[SEASON]) + "?rezept=places").content.decode()
    )
    assert 'value="100, 80, 60, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16–11"' in shown
    fields = FIELDS | {"join": "sum", "unit": "event", "name": "Pokal", "of": "players"}
    send(client, "ranking_new", query="?rezept=places", store="", **fields, places="10, 5–3")
    ranking = models.Ranking.objects.get()
    assert ranking.versions.get().formula == formula(unit="event", places={"points": [10, 5, 4, 3]})
    assert table_of(newest(ranking)) == [(1, "Winter", "10.00"), (2, "Sommer", "5.00"), (3, "Herbst", "4.00")]
    assert 'value="10, 5–3"' in page(client, "ranking_formula", ranking.slug)


def test_percentages_make_large_and_small_evenings_worth_the_same(client, petra):
    season = make_season()
    vera, ute, ida = people("Sommer", "Winter", "Herbst")
    play(season, {vera: 300, ute: 250, ida: 250})
    play(season, {vera: 100, ute: 250}, week=1)
    ranking = make_ranking(season, join="mean")
    fields = FIELDS | {"unit": "event", "percent": "on"}
    shown = send(client, "ranking_formula", "wertung", preview="", **fields)
    assert "Prozent der geschlagenen Mitspieler, gereiht nach: Ergebnis der Liste" in shown
    assert "2 von 2 Terminen, Mittel 37,50" in shown
    send(client, "ranking_formula", "wertung", store="", **fields)
    assert ranking.versions.get().formula == formula(unit="event", join="mean", places="percent")
    assert table_of(issued(ranking)) == [(1, "Herbst", "75.00"), (2, "Sommer", "50.00"), (3, "Winter", "37.50")]
    assert re.search(r'name="percent"[^>]*checked', page(client, "ranking_formula", "wertung"))


def test_organisers_below_are_offered_where_there_are_some(client, petra):
    season = make_season()
    (vera,) = people("Sommer")
    ranking = make_ranking(season, join="mean")
    assert "organisers_below" not in page(client, "ranking_formula", "wertung")
    assert "?rezept=below" not in page(client, "ranking_new")
    event = play(None, {vera: 20}, organiser=make_organiser(number="1-01", slug="herz", name="RC Herz"))
    models.Event.objects.update(slug="herz/cup", published_at=event.starts_at)
    recipe = client.get(reverse("organiser:ranking_new", args=[SEASON]) + "?rezept=below").content.decode()
    assert re.search(r'name="organisers_below"[^>]*checked', recipe)
    shown = send(client, "ranking_formula", "wertung", preview="", **FIELDS, organisers_below="on")
    assert "Mittel aller Listen; mit den öffentlichen Turnieren der Veranstalter darunter" in shown
    assert "Vera Sommer" in shown
    shown = send(client, "ranking_formula", "wertung", store="", **FIELDS, organisers_below="on")
    assert "Es zählen Turniere von: RC Herz." in shown
    assert ranking.versions.get().formula == formula(join="mean", organisers_below=True)
    assert re.search(r'name="organisers_below"[^>]*checked', page(client, "ranking_formula", "wertung"))
    fields = FIELDS | {"organisers_below": "on", "name": "Paare"}
    refused = send(client, "ranking_new", query="?rezept=below", store="", **fields, of="tandems")
    assert "Die Veranstalter darunter zählen nur in Wertungen für Spieler mit." in refused


def test_key_day_is_chosen_in_the_season(client, petra):
    season = make_season()
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    play(season, {vera: 100}, week=1)
    ranking = make_ranking(season, join="mean")
    recipe = client.get(reverse("organiser:ranking_new", args=[SEASON]) + "?rezept=key_day").content.decode()
    assert 'name="key_day" value="2026-10-31"' in recipe
    refused = send(client, "ranking_formula", "wertung", store="", **FIELDS, key_day="2027-01-01")
    assert "Dieser Tag liegt nicht in der Saison." in refused
    send(client, "ranking_formula", "wertung", store="", **FIELDS, key_day="2026-01-12")
    assert table_of(issued(ranking)) == [(1, "Sommer", "300.00")]
    assert 'name="key_day" value="2026-01-12"' in page(client, "ranking_formula", "wertung")


def test_events_count_until_they_are_held_again_but_evenings_do_not(client, petra):
    make_season()
    ranking = make_ranking(models.Season.objects.get(), join="mean")
    recipe = client.get(reverse("organiser:ranking_new", args=[SEASON]) + "?rezept=until_again").content.decode()
    assert "Ein Turnier zählt, bis es wieder gespielt wird" in recipe
    for kinds in ([], ["evening", "tournament"], ["league_day"]):
        shown = send(client, "ranking_formula", "wertung", store="", **FIELDS, until_again="on", kinds=kinds)
        assert "Clubabende und Spieltage kommen immer wieder." in shown
    send(client, "ranking_formula", "wertung", store="", **FIELDS, until_again="on", kinds=["championship"])
    stored = ranking.versions.get().formula
    assert stored == formula(join="mean", until_again=True, take={"kinds": ["championship"]})
    assert re.search(r'name="until_again"[^>]*checked', page(client, "ranking_formula", "wertung"))


def test_months_of_membership_are_typed_and_refused_without_members(client, petra):
    season = make_season()
    vera, ute = people("Sommer", "Winter")
    play(season, {vera: 300, ute: 200})
    ranking = make_ranking(season, join="mean")
    refused = send(client, "ranking_formula", "wertung", store="", **FIELDS, member_months="0")
    assert "Hier sind noch keine Mitglieder eingetragen." in refused
    models.Membership.objects.create(organiser=season.organiser, player=vera)
    refused = send(client, "ranking_formula", "wertung", store="", **FIELDS, member_months="0", guests="on")
    assert "Gäste sind keine Mitglieder." in refused
    send(client, "ranking_formula", "wertung", store="", **FIELDS, member_months="0")
    assert ranking.versions.get().formula == formula(join="mean", member_months=0)
    assert table_of(issued(ranking)) == [(1, "Sommer", "300.00")]
    assert 'name="member_months" value="0"' in page(client, "ranking_formula", "wertung")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"missing": "worst"}, "In Prozent ist das schlechteste Ergebnis von allen fast immer 0"),
        ({"missing": "number", "missing_number": "50,5"}, "mehr als 50 wäre besser als der Durchschnitt"),
        ({"missing": "number", "missing_number": "−1"}, "eine Zahl von 0 bis 50"),
        ({"missing": "own_worst", "places": "3, 1"}, "Rangpunkte oder Prozent, nicht beides"),
        ({"missing": "own_worst", "value": "lists"}, "Rangpunkte und Prozent gibt es nicht für die Zahl der Listen"),
    ],
)
def test_percentages_that_make_no_sense_are_refused(client, petra, fields, words):
    make_ranking(make_season(), join="mean")
    typed = FIELDS | {"join": "at_least", "least": 3, "percent": "on"} | fields
    assert words in send(client, "ranking_formula", "wertung", store="", **typed)
    assert models.RankingVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"places": "10, fünf"}, "Bitte geben Sie ganze Zahlen an, höchstens 300"),
        ({"places": "0–9999"}, "Bitte geben Sie ganze Zahlen an, höchstens 300"),
        ({"places": "5, 10"}, "So bekäme ein schlechterer Platz mehr Punkte"),
        ({"places": "10, 5", "places_from_last": "on"}, "So bekäme ein schlechterer Platz mehr Punkte"),
        ({"places": "10, 5", "value": "lists"}, "Rangpunkte und Prozent gibt es nicht für die Zahl"),
        ({"places_from_last": "on"}, "wie viele Punkte es vom letzten Platz an gibt"),
    ],
)
def test_points_by_place_that_make_no_sense_are_refused(client, petra, fields, words):
    make_ranking(make_season(), join="mean")
    assert words in send(client, "ranking_formula", "wertung", store="", **FIELDS | fields)
    assert models.RankingVersion.objects.count() == 1


def test_small_events_do_not_count_and_their_size_includes_guests_and_everybody(client, petra):
    season = make_season()
    vera, ute, ida = people("Sommer", "Winter", "Herbst")
    play(season, {vera: 300, ute: 250})
    play(season, {vera: [310, 300], ute: [250, 200]}, week=1)
    play(season, {vera: [400, 400], ute: [100, 100], ida: [50, None]}, week=2)
    models.Result.objects.filter(player=ida).update(guest=True)
    fields = FIELDS | {"name": "Groß", "of": "players"}
    send(client, "ranking_new", query="?rezept=large", store="", **fields, least_players="3", least_series="2")
    ranking = models.Ranking.objects.get()
    assert ranking.versions.get().formula == formula(join="mean", least={"players": 3, "series": 2})
    edition = newest(ranking)
    assert table_of(edition) == [(1, "Winter", "100.00"), (2, "Sommer", "400.00")]
    assert edition.offered == 2, "two lists, of one event"
    assert 'name="least_players" value="3"' in page(client, "ranking_formula", ranking.slug)


def test_deduction_by_steps_is_typed_and_drawn_with_its_cliffs(client, petra):
    season = make_season()
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    ranking = make_ranking(season, join="mean")
    shown = send(client, "ranking_formula", "wertung", preview="", **FIELDS, minus_steps="10: 30, 5: 10")
    assert "Klippe" in shown
    assert "4 versäumt → 0, 5 versäumt → 10" in shown
    assert "9 versäumt → 10, 10 versäumt → 30" in shown
    send(client, "ranking_formula", "wertung", store="", **FIELDS, minus_steps="10: 30, 5: 10")
    assert ranking.versions.get().formula == formula(join="mean", minus_steps=[[5, 10], [10, 30]])
    assert 'value="5: 10, 10: 30"' in page(client, "ranking_formula", ranking.slug)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"minus_steps": "5 10"}, "Bitte geben Sie Stufen an"),
        ({"minus_steps": "0: 10"}, "Bitte geben Sie Stufen an"),
        ({"minus_steps": "5: 10, 5: 20"}, "Bitte geben Sie Stufen an"),
        ({"minus_steps": "5: 10, 10: 5"}, "Der Abzug darf von Stufe zu Stufe nicht kleiner werden"),
        ({"minus_steps": "5: 10", "minus_power": "2"}, "die Hochzahl oder die Stufen, nicht beides"),
    ],
)
def test_steps_that_make_no_sense_are_refused(client, petra, fields, words):
    make_ranking(make_season(), join="mean")
    assert words in send(client, "ranking_formula", "wertung", store="", **FIELDS | fields)
    assert models.RankingVersion.objects.count() == 1


def test_weights_are_typed_for_each_kind_and_refused_as_a_punishment(client, petra):
    season = make_season()
    vera, ute = people("Sommer", "Winter")
    play(season, {vera: 300, ute: 250}, kind="championship")
    play(season, {vera: 200, ute: 250}, week=1)
    ranking = make_ranking(season, join="mean")
    words = "wäre ein mehrfaches Ergebnis eine Strafe"
    assert words in send(client, "ranking_formula", "wertung", store="", **FIELDS, weight_championship="2")
    fields = FIELDS | {"join": "sum", "places": "3, 1", "weight_championship": "1,5", "weight_evening": "1"}
    send(client, "ranking_formula", "wertung", store="", **fields)
    assert ranking.versions.get().formula == formula(places={"points": [3, 1]}, weights={"championship": "1.5"})
    assert table_of(issued(ranking)) == [(1, "Winter", "5.50"), (2, "Sommer", "4.50")]
    assert 'name="weight_championship" value="1,5"' in page(client, "ranking_formula", ranking.slug)
    shown = client.get(
        reverse("organiser:ranking_formula", args=[SEASON, ranking.slug]), headers={"accept-language": "en"}
    )
    assert 'name="weight_championship" value="1.5"' in shown.content.decode()
    assert "Guests count too" in shown.content.decode()
    refused = "In einem Monat können Turniere jeder Art sein"
    assert refused in send(client, "ranking_formula", "wertung", store="", **fields | {"unit": "month"})


def test_missing_lists_that_count_nothing_are_refused_where_the_fewest_win(client, petra):
    make_ranking(make_season(), join="mean")
    shown = send(
        client,
        "ranking_formula",
        "wertung",
        store="",
        **FIELDS | {"join": "at_least", "least": 24, "missing_number": "0"},
    )
    assert "Wo die wenigsten Punkte gewinnen, muss eine fehlende Liste etwas zählen" in shown
    assert models.RankingVersion.objects.count() == 1


def test_editor_shows_the_new_table_next_to_the_old_one(client, petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    vera, ute, ida = people("Sommer", "Winter", "Herbst")
    play(season, {vera: [300, 100], ute: [250, 250], ida: [100, None]})
    issued(ranking)
    fields = FIELDS | {"keep": "best", "keep_number": 1, "need_number": 2}
    shown = send(client, "ranking_formula", "wertung", preview="", **fields)
    assert "Nicht mehr in der Wertung: Vera Herbst." in shown
    assert "2 Plätze ändern sich." in shown
    assert "fällt aus der Wertung" in shown
    assert "2 von 2 Listen, Mittel 100,00, 1 gestrichen" in shown
    assert ranking.versions.count() == 1
    send(client, "ranking_formula", "wertung", store="", **fields)
    assert table_of(newest(ranking)) == [(1, "Sommer", "100.00"), (2, "Winter", "250.00")]
    shown = page(client, "ranking", "wertung")
    assert "Andere Formel (Fassung 2): Mittel des besten Ergebnisses" in shown
    assert "Zählt nicht: 6. Januar, Serie 1: 300,00" in shown


def test_fields_can_be_changed_after_the_preview(client, petra):
    make_ranking(make_season(), join="mean")
    shown = send(client, "ranking_formula", "wertung", edit="", **FIELDS | {"need_number": 7})
    assert 'name="need_number" value="7"' in shown


def test_preview_of_a_deduction_draws_its_cliff(client, petra):
    season = make_season()
    make_ranking(season, value="scoring_points", join="mean")
    fields = FIELDS | {"value": "lists", "join": "sum", "minus_over": 16, "minus_start": 31, "minus_power": 2}
    shown = send(client, "ranking_formula", "wertung", preview="", **fields)
    assert "30 versäumt → 0, 31 versäumt → 225" in shown
    assert "31 versäumt: −225" in shown
    assert "<polyline" in shown
    smooth = send(client, "ranking_formula", "wertung", preview="", **fields | {"minus_start": 17})
    assert "Klippe" not in smooth


def test_surcharge_is_called_so_where_the_fewest_win(client, petra):
    season = make_season()
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    ranking = make_ranking(season, join="mean")
    fields = FIELDS | {"minus_over": 1, "minus_power": 1}
    shown = send(client, "ranking_formula", "wertung", preview="", **fields)
    assert "1 versäumt: kein Zuschlag" in shown
    assert "2 versäumt: +1" in shown
    assert "Abzug" not in shown
    send(client, "ranking_formula", "wertung", store="", **fields)
    for kept, heading in (
        (ranking, "Zuschlag"),
        (make_ranking(season, "lists", value="lists", minus={"over": 1, "power": 1}), "Abzug"),
    ):
        issue_edition(kept, by=petra)
        table = SeasonTable.of(Medium.PAGE, newest(kept), None)
        assert table.columns["minus"].header == heading


def test_computations_tell_namesakes_apart_by_their_clubs(client, petra):
    season = make_season()
    otto, peter = people("Schmidt", "Schmidt")
    play(season, {otto: 300, peter: 310})
    ranking = make_ranking(season, join="mean")
    issue_edition(ranking, by=petra)
    edition = newest(ranking)
    models.Player.objects.update(first_name="Peter")
    for row, name in zip(edition.rows.order_by("position"), ("RC Krone", "Herzdame"), strict=True):
        models.EditionRow.objects.filter(pk=row.pk).update(club=models.Club.objects.create(name=name))
    shown = page(client, "ranking", "wertung")
    assert shown.index("RC Krone") < shown.index("Herzdame")


def test_table_of_a_new_ranking_speaks_of_no_old_one(client, petra):
    season = make_season()
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    new = send(client, "ranking_new", query="?rezept=mean", preview="", **FIELDS, name="Neu", of="players")
    assert re.findall(r'<th scope="col"[^>]*>([^<]*)<', new) == ["Rang", "Name", "Wert", "Rechnung"]
    make_ranking(season, join="mean")
    changed = send(client, "ranking_formula", "wertung", preview="", **FIELDS, need_number=1)
    assert {"Rang bisher", "Rang neu"} < set(re.findall(r'<th scope="col"[^>]*>([^<]*)<', changed))


def test_faults_of_several_fields_are_shown_together_and_what_was_typed_is_kept(client, petra):
    make_ranking(make_season(), join="mean")
    shown = send(
        client, "ranking_formula", "wertung", preview="", **FIELDS | {"keep": "best", "series": "eins", "need_of": 13}
    )
    for words in ("Bitte geben Sie an, wie viele.", "Bitte geben Sie die Nummern der Serien an", "nötig sind"):
        assert words in shown
    assert 'value="eins"' in shown


@pytest.mark.parametrize("typed", ["0", "20-1", "1, 5-3", "21", "1;x", "99999999999", "1-00000000100020"])
def test_numbers_of_series_that_do_not_exist_are_refused(client, petra, typed):
    make_ranking(make_season(), join="mean")
    shown = send(client, "ranking_formula", "wertung", store="", **FIELDS | {"series": typed})
    assert "Bitte geben Sie die Nummern der Serien an" in shown
    assert models.RankingVersion.objects.count() == 1


def test_adjustment_is_entered_and_withdrawn_with_reasons(client, petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    issued(ranking)
    typed: dict[str, Any] = {"player": vera.pk, "points": "−10,5", "reason": "Verspätet", "clause": "§ 8"}
    shown = send(client, "ranking_adjustments", "wertung", **typed)
    assert "Vera Sommer: −10,50" in shown
    assert table_of(newest(ranking)) == [(1, "Sommer", "289.50")]
    pk = models.Adjustment.objects.get().pk
    send(client, "adjustment_withdraw", "wertung", pk, reason="Irrtum")
    assert table_of(newest(ranking)) == [(1, "Sommer", "300.00")]
    shown = page(client, "ranking", "wertung")
    assert "Neuer Zu- oder Abschlag: −10,50." in shown
    assert "Zu- oder Abschlag zurückgenommen: −10,50." in shown


def test_adjustment_without_points_is_refused_at_its_field(client, petra):
    season = make_season()
    make_ranking(season, join="mean")
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    shown = send(client, "ranking_adjustments", "wertung", player=vera.pk, points="zehn", reason="Verspätet")
    assert "Bitte eine Zahl eintragen, zum Beispiel 2,5." in shown
    shown = send(client, "ranking_adjustments", "wertung", player=vera.pk, points="0", reason="Verspätet")
    assert "höchstens zwei Stellen nach dem Komma und nicht 0" in shown
    assert not models.Adjustment.objects.exists()


def test_edition_of_the_past_stays_and_says_what_was_different(client, petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    vera, ute = people("Sommer", "Winter")
    first = play(season, {vera: 300, ute: 400})
    issue_edition(ranking)
    play(season, {vera: 500, ute: 400}, event=first)
    issue_edition(ranking)
    shown = page(client, "ranking_edition", "wertung", 2)
    assert "Berichtigt: Abend 1 (6. Januar 2026), jetzt nach Ausgabe 2 der Rangliste statt 1." in shown
    assert "2 haben einen anderen Platz." in shown
    assert "300,00" in page(client, "ranking_edition", "wertung", 1)


def test_rankings_are_listed_ordered_renamed_rested_and_deleted(client, petra):
    season = make_season()
    make_ranking(season, "erste", join="mean")
    make_ranking(season, "zweite", value="lists")
    shown = page(client, "rankings")
    assert "Zahl der Listen; die meisten gewinnen." in shown
    send(client, "ranking_up", "zweite")
    assert [ranking.slug for ranking in season.rankings.all()] == ["zweite", "erste"]
    send(client, "ranking_name", "zweite", name="Fleißige")
    assert "Fleißige" in page(client, "rankings")
    send(client, "ranking_rest", "zweite")
    assert season.rankings.get(slug="zweite").rests
    send(client, "ranking_delete", "erste")
    assert [ranking.slug for ranking in season.rankings.all()] == ["zweite"]


def test_formula_that_no_longer_suits_the_events_is_named_on_the_page(client, petra):
    season = make_season()
    make_ranking(season, join="mean")
    assert "Diese Formel passt nicht zur Saison" not in page(client, "ranking", "wertung")
    make_event(players=0, season=season, ruleset="treppenromme")
    shown = page(client, "ranking", "wertung")
    assert (
        "Diese Formel passt nicht zur Saison:</strong> Bei Turnieren dieser Saison gewinnen die meisten Punkte" in shown
    )


def test_outdated_table_says_so_and_can_be_made_again(client, petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Sommer")
    play(season, {vera: 300})
    issued(ranking)
    play(season, {vera: 400}, week=1)
    assert "Die Tabelle wird neu berechnet; bis dahin gilt diese Ausgabe." in page(client, "ranking", "wertung")
    send(client, "ranking_renew", "wertung")
    assert newest(ranking).number == 2


# --- Tables of three -------------------------------------------------------------------------------------------------


@pytest.fixture
def with_a_table_of_three() -> models.Ranking:
    """One evening: four lists of a table of four, and three of a table of three."""
    season = make_season()
    event = make_event(players=7, season=season, kind="evening", held_by=season.organiser, series_count=1)
    seat_series(event, tables=((1, 2, 3, 4), (5, 6, 7)))
    players = [row.player for row in event.registrations.order_by("number")]
    play(season, dict(zip(players, (300, 310, 320, 330, 100, 110, 120), strict=True)), event=event)
    for row in event.registrations.all():
        models.Result.objects.filter(player=row.player).update(registration=row)
    ranking = make_ranking(season, join="mean")
    issued(ranking)
    return ranking


def test_ranking_is_shown_with_and_without_tables_of_three(client, petra, with_a_table_of_three):
    assert "Mit und ohne Dreiertische" in page(client, "ranking", "wertung")
    shown = page(client, "ranking_tables_of_three", "wertung")
    assert (
        "Ergebnis der Liste, im Mittel: an Dreiertischen 110 (3 Listen), an größeren Tischen 315 (4 Listen)." in shown
    )
    lines = tables_of_three(with_a_table_of_three).lines
    assert [(line.rank, line.old_rank, line.value, line.old_value) for line in lines] == [
        (1, None, "100,00", ""),
        (2, None, "110,00", ""),
        (3, None, "120,00", ""),
        (4, 1, "300,00", "300,00"),
        (5, 2, "310,00", "310,00"),
        (6, 3, "320,00", "320,00"),
        (7, 4, "330,00", "330,00"),
    ]


def test_preview_of_a_formula_names_the_means_at_tables_of_three(client, petra, with_a_table_of_three):
    shown = send(client, "ranking_formula", "wertung", preview="", **FIELDS)
    assert "an Dreiertischen 110 (3 Listen)" in shown


def test_nothing_is_compared_where_no_list_of_a_table_of_three_counts(client, petra, with_a_table_of_three):
    ranking = make_ranking(with_a_table_of_three.season, "meiste", value="lists")
    assert "nichts zu vergleichen" in page(client, "ranking_tables_of_three", ranking.slug)
    models.Seat.objects.filter(table__number=2).delete()
    assert "nichts zu vergleichen" in page(client, "ranking_tables_of_three", "wertung")
