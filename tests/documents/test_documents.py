"""The papers of a day: rights, contents of each page, and metadata of the file."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.documents.public_address import qr_image
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notices import record_told
from romme_turnier.tournament.lists.code import ListCode, parse_list_code
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.lists.entries import declare_invalid
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, signed_in
from tests.documents.conftest import read, words_of
from tests.factories import enter, fill, list_of, make_checked, make_event, register, seat_series

pytestmark = pytest.mark.django_db


def lists_url(event: models.Event, series: int = 1) -> str:
    return reverse("documents:lists_pdf", args=[event.slug, series])


def blank_url(event: models.Event, series: int = 1) -> str:
    return reverse("documents:blank_lists_pdf", args=[event.slug, series])


def plan_url(event: models.Event, series: int = 1) -> str:
    return reverse("documents:table_plan_pdf", args=[event.slug, series])


def release_url(event: models.Event, number: int = 1) -> str:
    return reverse("documents:standings_one_pdf", args=[event.slug, 1, number])


def pdf(client: Client, url: str, **query: str) -> PdfReader:
    response = client.get(url, query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return read(response.content)


def checked(series: models.Series) -> models.Series:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    series.refresh_from_db()
    return series


# Rights


def test_papers_of_a_foreign_event_are_not_found(event: models.Event, series: models.Series, cast: Cast) -> None:
    checked(series)
    release_standings(event, 1, by=None)
    stranger = signed_in(cast.frieda)
    for url in (lists_url(event), plan_url(event), release_url(event)):
        assert stranger.get(url).status_code == 404


def test_papers_ask_visitors_to_sign_in(client: Client, event: models.Event, series: models.Series, cast: Cast) -> None:
    response = client.get(lists_url(event))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


def test_papers_are_only_read(official: Client, event: models.Event, series: models.Series) -> None:
    assert official.post(lists_url(event)).status_code == 405


@pytest.mark.parametrize("query", [{"tisch": "3"}, {"tisch": "x"}, {"tisch": "-1"}])
def test_list_of_a_table_that_is_not_there_is_not_found(
    official: Client, event: models.Event, series: models.Series, query: dict[str, str]
) -> None:
    assert official.get(lists_url(event), query).status_code == 404


def test_printouts_of_a_series_say_that_it_is_not_drawn_and_are_not_found_where_it_is_not_announced(
    official: Client, event: models.Event, series: models.Series
) -> None:
    models.Series.objects.create(event=event, number=2)
    for url in (lists_url(event, 2), plan_url(event, 2), lists_url(event, 3)):
        answer = official.get(url)
        assert answer.status_code == 409
        assert "Diese Serie ist noch nicht ausgelost." in answer.content.decode()
    assert official.get(lists_url(event, 4)).status_code == 404


def test_standings_say_that_none_are_released_and_are_not_found_under_a_number_that_is_not(
    official: Client, event: models.Event, series: models.Series
) -> None:
    answer = official.get(release_url(event))
    assert answer.status_code == 409
    assert "Nach dieser Serie ist noch keine Rangliste freigegeben." in answer.content.decode()
    checked(series)
    release_standings(event, 1, by=None)
    assert official.get(release_url(event, 2)).status_code == 404


# Lists


def test_file_has_language_title_author_and_a_name(
    official: Client, event: models.Event, series: models.Series
) -> None:
    response = official.get(blank_url(event), {"tisch": "2"})
    assert response["Content-Disposition"] == 'inline; filename="testpokal-serie-1-leere-listen-tisch-2.pdf"'
    assert "no-store" in response["Cache-Control"]
    reader = read(response.content)
    assert reader.metadata is not None
    assert reader.metadata.title == "Leere Spiellisten Serie 1 – Testpokal"
    assert reader.metadata.author == "Rommé-Club 1"
    assert str(reader.root_object["/Lang"]) == "de"


def test_each_table_has_one_sheet_before_its_seats_are_released(
    official: Client, event: models.Event, series: models.Series
) -> None:
    reader = pdf(official, blank_url(event))
    assert len(reader.pages) == 2
    second = words_of(reader, 2)
    for words in ("Testpokal", "Tisch 2", "Serie 1", "5 Platz 1", "Vera5 Spieler5", "Rommé-Club 1", "Vordruck"):
        assert words in second
    for words in ("Minuspunkte", "Bonus −20", "Handrommé, je −50", "Strafpunkte", "Ergebnis", "beendete Spiele"):
        assert words in second
    for words in (
        "Listenführer",
        "Spielleitung",
        "8 Platz 4 Vera8 Spieler8",
        "Seite 2 von 2",
        "Samstag, 17. Oktober 2026",
    ):
        assert words in second
    assert "Vera1" not in second


def test_blank_list_shows_no_figures_that_were_entered(
    official: Client, event: models.Event, series: models.Series
) -> None:
    enter(list_of(series), 1, "0 77 88 99")
    assert "77" not in words_of(pdf(official, blank_url(event), tisch="1"), 1)
    assert "77" in words_of(pdf(official, lists_url(event), tisch="1"), 1)


def test_filled_list_shows_sums_decisions_and_its_version(
    official: Client, event: models.Event, series: models.Series
) -> None:
    make_checked(list_of(series), {1: "* 77 88 99"})
    add_penalty(list_of(series), seat=2, game=2, points=100, reason="Karte gezeigt", expected=None, by=None)
    words = words_of(pdf(official, lists_url(event), tisch="1"), 1)
    assert "Spiel 2, Platz 2: 100 Strafpunkte, Karte gezeigt" in words
    assert "Ergebnis −70 177 98 119" in words
    assert "Fassung 3" in words


def test_unfinished_list_says_what_is_wrong_and_that_it_is_not_final(
    official: Client, event: models.Event, series: models.Series
) -> None:
    enter(list_of(series), 1, "0 1 88 99")
    words = words_of(pdf(official, lists_url(event), tisch="1"), 1)
    assert "Spiel 1, Platz 2" in words
    assert "Zwischenstand" in words


@pytest.mark.parametrize(
    ("seats", "games", "ruleset"),
    [(3, 20, "rommeordnung"), (4, 15, "rommeordnung"), (8, 7, "contract"), (8, 20, "contract")],
)
def test_list_fits_its_sheet_with_the_longest_names(
    cast: Cast, official: Client, seats: int, games: int, ruleset: str
) -> None:
    event = _event_of_long_names(seats, games, ruleset, cast)
    spielliste = list_of(seat_series(event, 1, [range(1, seats + 1)]))
    fill(spielliste, {game: ["?"] + ["1"] * (seats - 1) for game in range(1, games + 1)})
    for url in (blank_url(event), lists_url(event)):
        reader = pdf(official, url)
        assert len(reader.pages) == 1
        words = words_of(reader, 1)
        for piece in ("Unterschrift", f"{seats} Platz {seats} Annemarie-", "Seite 1 von 1"):
            assert piece in words


def _event_of_long_names(seats: int, games: int, ruleset: str, cast: Cast) -> models.Event:
    event = make_event(
        players=0,
        slug="langnamen",
        name="Pokal der " + "Freundinnen und Freunde " * 4,
        games_per_list=games,
        ruleset=ruleset,
    )
    models.EventRole.objects.create(event=event, user=cast.ella, role="entry")
    club = models.Club.objects.create(name="Rommé- und Skatfreunde Unterschleißheim-Lohhof 1987 e. V.")
    for number in range(1, seats + 1):
        register(event, number, club=club, first_name="Annemarie-Charlotte", last_name="Donaudampfschifffahrts")
    return event


# Table plan


def test_table_plan_shows_names_as_the_public_may_see_them(
    official: Client, event: models.Event, series: models.Series
) -> None:
    reader = pdf(official, plan_url(event))
    text = " ".join(words_of(reader, page) for page in range(1, len(reader.pages) + 1))
    assert "Spieler2, Vera2" in text
    assert "S., Vera3" in text
    assert "Spieler3" not in text


def test_table_plan_is_ordered_by_name_then_by_table(
    official: Client, event: models.Event, series: models.Series
) -> None:
    register_as = {1: "Anton Zander", 2: "Berta von der Heide", 3: "Zora Ährlich", 4: "Łucja Łukasz"}
    for number, name in register_as.items():
        first, _blank, last = name.partition(" ")
        models.Player.objects.filter(registrations__number=number).update(first_name=first, last_name=last)
    event.registrations.update(publish_name=True)
    reader = pdf(official, plan_url(event))
    assert _in_order(words_of(reader, 1), ("Ährlich, Zora", "von der Heide", "Łukasz, Łucja", "Zander, Anton"))
    assert _in_order(words_of(reader, 2), ("Tisch 1", "Anton Zander", "Berta von", "Zora", "Łucja", "Tisch 2"))


def _in_order(text: str, pieces: Sequence[str]) -> bool:
    places = [text.index(piece) for piece in pieces]
    return places == sorted(places)


# Standings


def test_release_on_paper_says_what_the_page_says(official: Client, event: models.Event, series: models.Series) -> None:
    event.teams.create(key="T1", name="Die Ersten").memberships.create(registration=event.registrations.get(number=3))
    checked(series)
    release_standings(event, 1, by=None, note="Tisch 2 berichtigt")
    reader = pdf(official, release_url(event))
    assert len(reader.pages) == 1
    first, teams = words_of(reader, 1).split("Mannschaften nach Serie 1")
    for words in (
        "Rangliste nach Serie 1",
        "Zwischenstand nach Serie 1 von 3",
        "Ausgabe 1, Stand",
        "Tisch 2 berichtigt",
    ):
        assert words in first
    assert "Vera3 S." in first
    assert "gleichauf" in first
    assert "Spieler3" not in first + teams
    assert "Die Ersten 3 Vera3 S." in teams
    assert reader.metadata is not None
    assert reader.metadata.title == "Rangliste nach Serie 1, Ausgabe 1 – Testpokal"


def test_head_of_the_standings_is_repeated_on_every_page(official: Client, event: models.Event) -> None:
    series = checked(seat_series(event))
    release = release_standings(event, 1, by=None)
    numbers = range(1, 61)
    release.rows = [replace(release.rows[0], rank=n, number=n) for n in numbers]
    release.save()
    reader = pdf(official, release_url(series.event))
    pages = [words_of(reader, page) for page in range(1, len(reader.pages) + 1)]
    assert len(pages) > 1
    assert all("Rang Nr. Name" in page for page in pages)


# The code on a list


def test_list_carries_its_code_for_the_hand_in(event: models.Event, series: models.Series, cast: Cast) -> None:
    for url in (blank_url(event), lists_url(event)):
        paper = pdf(signed_in(cast.ella), url, tisch="2")
        assert "S1T2" in words_of(paper, 1)


@pytest.mark.parametrize(
    ("base", "address"),
    [("", "testpokal/serie/1/tisch/2"), ("http://10.0.0.5:8000/", "http://10.0.0.5:8000/t/testpokal/serie/1/tisch/2/")],
)
def test_code_of_a_list_finds_event_series_and_table(
    event: models.Event, series: models.Series, base: str, address: str
) -> None:
    [sheet] = lists_document(series, empty=True, tables=[2], base=base)["lists"]
    assert sheet.address == address
    assert f"<title>{address}</title>" in sheet.code_image
    assert parse_list_code(sheet.address) == ListCode(1, 2, event.slug)


def test_code_is_drawn_with_the_text_it_stands_for() -> None:
    assert "<title>S2T7</title>" in qr_image("S2T7")


# Slips for players whose list was corrected (§ 2.2.5)


def notices_url(event: models.Event) -> str:
    return reverse("documents:notices_pdf", args=[event.slug])


def test_slips_are_refused_while_nobody_has_to_be_told(event: models.Event, series: models.Series, cast: Cast) -> None:
    answer = signed_in(cast.ella).get(notices_url(event))
    assert answer.status_code == 409
    assert "Niemand ist zu unterrichten." in answer.content.decode()


def test_slip_says_who_where_what_and_why(event: models.Event, series: models.Series, cast: Cast) -> None:
    long = "Maximiliana-Theodora Freifrau von Sonnen"
    models.Player.objects.filter(registrations__number=2, registrations__event=event).update(
        first_name=long[:20], last_name=long[21:]
    )
    make_checked(list_of(series))
    enter(list_of(series), 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    words = words_of(pdf(signed_in(cast.ella), notices_url(event)), 1)
    for wanted in (f"2 {long}", "Serie 1, Tisch 1, Platz 2", "Spiel 1: 20 → 25", "Grund: Rechenfehler", "§ 2.2.5"):
        assert wanted in words


def test_slips_stand_three_on_a_sheet_until_they_are_told(
    event: models.Event, series: models.Series, cast: Cast
) -> None:
    for table in (1, 2):
        declare_invalid(list_of(series, table), reason="unleserlich", expected=None, by=cast.petra)
    assert len(pdf(signed_in(cast.ella), notices_url(event)).pages) == 3
    for notice in models.Notice.objects.all()[:5]:
        record_told(notice, by=cast.petra)
    assert len(pdf(signed_in(cast.ella), notices_url(event)).pages) == 1
