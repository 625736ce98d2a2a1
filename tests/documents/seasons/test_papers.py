"""The poster and the certificates of a season."""

from datetime import date

import pytest
from django.utils import timezone

from romme_turnier.core.seasons.formula import Formula, Join, PlacePercent, UnitKind, Value
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.seasons.papers import Sheet, poster, season_certificates
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.season import SeasonTable, season_lines, value_word
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.reading import rows_of
from tests.documents.layout import faults, laid_out
from tests.seasons import issue, make_season_with_players

pytestmark = pytest.mark.django_db


def test_poster_has_the_ranked_rows_the_others_below_and_the_next_evening() -> None:
    season = make_season_with_players()
    models.SeasonDate.objects.create(season=season, day=timezone.localdate())
    issue(season, ["300.00", "310.50", "400.25", ""])
    context = poster(season.rankings.get(), Sheet.A4)
    assert context is not None
    text = html_of("documents/seasons/poster.html", context)
    assert [line.name for line in context["table"].records(context["table"].data)] == [
        "Vor1 Nach1",
        "Vor2 Nach2",
        "Vor3 Nach3",
    ]
    assert "Noch ohne Rang:" in text
    assert "Vor4 Nach4 (2 fehlen)" in text
    assert "Nächster Abend:" in text
    assert "size: A4" in text


def test_poster_shortens_names_as_the_season_says() -> None:
    season = make_season_with_players(names=models.Event.Names.SHORT)
    season.players.filter(number=2).update(publish_name=True)
    issue(season, ["300.00", "310.50", "400.25", ""])
    context = poster(season.rankings.get(), Sheet.A3)
    assert context is not None
    text = html_of("documents/seasons/poster.html", context)
    assert "Nach1" not in text
    assert "Vor2 Nach2" in text


def test_first_three_get_certificates_in_their_metal() -> None:
    season = make_season_with_players(players=5)
    assert season_certificates(season.rankings.get()) is None
    issue(season, ["300.00", "310.50", "400.25", "500.00", ""], last_day=date(2026, 11, 3))
    context = season_certificates(season.rankings.get())
    assert context is not None
    assert [(sheet.metal, sheet.name) for sheet in context["sheets"]] == [
        ("gold", "Vor1 Nach1"),
        ("silver", "Vor2 Nach2"),
        ("bronze", "Vor3 Nach3"),
    ]
    text = html_of("documents/seasons/certificates.html", context)
    assert "mit 300,00 Punkten nach 2 Terminen erreicht." in text
    assert "3. November 2026" in text


@pytest.mark.parametrize(
    ("formula", "value", "words", "heading"),
    [
        (Formula(value=Value.LISTS), "24.00", "mit 24 Listen nach", "Listen"),
        (Formula(value=Value.LISTS), "1.00", "mit 1 Liste nach", "Listen"),
        (Formula(places=PlacePercent()), "237.50", "mit 237,50 Prozent nach", "Prozent"),
    ],
)
def test_certificates_and_headings_name_what_is_counted(formula: Formula, value: str, words: str, heading: str) -> None:
    season = make_season_with_players()
    season.rankings.get().versions.update(formula=formula)
    issue(season, [value, "0.00", "0.00", ""])
    context = season_certificates(season.rankings.get())
    assert context is not None
    assert words in html_of("documents/seasons/certificates.html", context)
    assert value_word(formula) == heading


@pytest.mark.parametrize(
    ("formula", "headings"),
    [
        (Formula(value=Value.LISTS, unit=UnitKind.LIST), ["Listen"]),
        (Formula(value=Value.LISTS, unit=UnitKind.EVENT), ["Termine", "Listen"]),
        (Formula(), ["Listen", "Punkte"]),
    ],
)
def test_number_of_lists_is_one_column_where_it_is_the_value(formula: Formula, headings: list[str]) -> None:
    season = make_season_with_players()
    season.rankings.get().versions.update(formula=formula)
    table = SeasonTable.of(Medium.PAPER, issue(season, ["24.00", "1.00", "1.00", ""]), None)
    assert [column.header for column in table.columns if column.name in {"units", "value"}] == headings


def test_namesakes_in_the_season_of_a_club_are_told_apart_by_their_clubs() -> None:
    season = make_season_with_players()
    edition = issue(season, ["24.00", "1.00", "1.00", ""])
    edition.rows.update(club=models.Club.objects.create(name="RC Krone"))
    assert [line.club for line in season_lines(edition, list(rows_of(edition)), None)] == ["", "", "", ""]
    models.Player.objects.filter(seasons__number__in=(1, 3)).update(first_name="Peter", last_name="Schmidt")
    lines = season_lines(edition, list(rows_of(edition)), None)
    assert [line.club for line in lines if line.name == "Peter Schmidt"] == ["RC Krone", "RC Krone"]
    assert [line.club for line in lines if line.name != "Peter Schmidt"] == ["", ""]


def test_values_of_sums_are_whole_numbers_on_papers() -> None:
    season = make_season_with_players()
    season.rankings.get().versions.update(formula=Formula(join=Join.SUM))
    issue(season, ["3000.00", "3100.00", "4000.00", ""])
    context = poster(season.rankings.get(), Sheet.A3)
    assert context is not None
    assert "3.100" in html_of("documents/seasons/poster.html", context)


@pytest.mark.parametrize("sheet", Sheet)
def test_poster_of_a_usual_club_fits_one_sheet(sheet: Sheet) -> None:
    season = make_season_with_players(players=16)
    models.SeasonDate.objects.create(season=season, day=timezone.localdate())
    models.Player.objects.filter(seasons__number=3).update(first_name="Hannelore", last_name="Schwarzenbach-Hohenfels")
    issue(season, [f"{number}00.25" for number in range(1, 17)])
    context = poster(season.rankings.get(), sheet)
    assert context is not None
    document = laid_out("documents/seasons/poster.html", context)
    assert len(document.pages) == 1
    assert faults(document) == []
