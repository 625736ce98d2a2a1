"""The papers of the day besides the lists: their contents and names."""

import re
from collections.abc import Sequence
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from romme_turnier.documents.render.pdf import render_batch, render_pdf
from romme_turnier.documents.render.pieces import PressError
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, signed_in
from tests.documents.conftest import read, words_of
from tests.factories import list_of, make_checked, make_organiser, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event: models.Event, series: models.Series) -> models.Event:
    """One series, the only one, whose standings are out: table 2 with other points than table 1."""
    models.Event.objects.filter(pk=event.pk).update(series_count=1)
    event.refresh_from_db()
    make_checked(list_of(series, 1))
    make_checked(list_of(series, 2), {1: "30 0 20 40"})
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    return event


def ask(client: Client, event: models.Event, name: str, series: int | None = None, **query: str) -> Any:
    where = [] if series is None else [series]
    return client.get(reverse(f"documents:{name}_pdf", args=[event.slug, *where]), query)


def paper(client: Client, event: models.Event, name: str, series: int | None = None, **query: str) -> PdfReader:
    response = ask(client, event, name, series, **query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert "no-store" in response["Cache-Control"]
    return read(response.content)


def whole(reader: PdfReader) -> str:
    return " ".join(words_of(reader, page) for page in range(1, len(reader.pages) + 1))


def in_order(text: str, pieces: Sequence[str]) -> bool:
    places = [text.index(piece) for piece in pieces]
    return places == sorted(places)


def not_yet(client: Client, event: models.Event, name: str, series: int | None = None, **query: str) -> str:
    """Why the printout cannot be made, as the page in its place says."""
    response = ask(client, event, name, series, **query)
    assert response.status_code == 409
    assert reverse("organiser:print_page", args=[event.slug]) in response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def missing(client: Client, event: models.Event, name: str, series: int | None = None, **query: str) -> bool:
    return ask(client, event, name, series, **query).status_code == 404


def test_announcement_says_what_the_public_page_says(official: Client, event: models.Event) -> None:
    models.Event.objects.filter(pk=event.pk).update(announcement="Es gibt Kuchen.", capacity=64)
    event.timetable.create(starts_at=event.starts_at, what="Begrüßung")
    reader = paper(official, event, "announcement")
    facts = ("Testpokal", "Bürgerhaus", "Rommé-Club 1", "Samstag, 17. Oktober 2026", "höchstens 64")
    for words in (*facts, "10:00 Uhr", "Begrüßung", "Es gibt Kuchen."):
        assert words in whole(reader)
    assert reader.metadata is not None
    assert reader.metadata.title == "Ausschreibung – Testpokal"


def test_viewer_may_style_a_paper_within_the_policy_of_pages(official: Client, event: models.Event) -> None:
    asked = (official.get("/"), ask(official, event, "announcement"))
    page, of_paper = (set(answer["Content-Security-Policy"].split("; ")) for answer in asked)
    assert of_paper - page == {"style-src 'self' 'unsafe-inline'"}
    assert page <= of_paper


def test_registration_list_is_sorted_by_last_name_and_marks_who_has_not_paid(
    official: Client, event: models.Event
) -> None:
    models.Event.objects.filter(pk=event.pk).update(entry_fee=10)
    event.registrations.exclude(number=2).update(paid=True)
    models.Player.objects.filter(registrations__number=5).update(last_name="Ähre")
    models.Registration.objects.filter(number=8, event=event).update(status="withdrawn", left_before_series=1)
    words = whole(paper(official, event, "registration_list"))
    assert in_order(words, ["Ähre, Vera5", "Spieler1, Vera1", "Spieler2, Vera2"])
    assert "7 Teilnehmer, Startgeld offen bei 1" in words
    assert words.count("bezahlt") == 6
    assert "Spieler8" not in words
    assert "nur für die Spielleitung" in words


def test_head_of_the_registration_list_is_repeated_on_every_page(official: Client, event: models.Event) -> None:
    for number in range(9, 70):
        register(event, number)
    reader = paper(official, event, "registration_list")
    assert len(reader.pages) > 1
    assert all("Nr. Name Club" in words_of(reader, page) for page in range(1, len(reader.pages) + 1))


def test_start_cards_are_eight_a_sheet_with_the_whole_name(official: Client, event: models.Event) -> None:
    long = register(event, 9, first_name="Maximilian-Alexander", last_name="Müller-Lüdenscheidt-Hohenst")
    reader = paper(official, event, "start_cards")
    assert len(reader.pages) == 2
    assert all(f"Vera{number} Spieler{number}" in words_of(reader, 1) for number in range(1, 9))
    last = words_of(reader, 2).replace("- ", "-")
    assert long.name in last
    assert "9" in last


def test_start_card_of_one_player_is_printed_alone(official: Client, event: models.Event) -> None:
    reader = read(official.get(f"/leitung/{event.slug}/papier/startkarten/3.pdf").content)
    assert len(reader.pages) == 1
    assert "Vera3 Spieler3" in words_of(reader, 1)
    assert "Vera4" not in words_of(reader, 1)
    assert official.get(f"/leitung/{event.slug}/papier/startkarten/99.pdf").status_code == 404


def test_table_signs_are_one_a_sheet_and_name_people_as_the_public_may(
    official: Client, event: models.Event, series: models.Series
) -> None:
    plain = paper(official, event, "table_signs", 1)
    assert [words_of(plain, page) for page in (1, 2)] == [f"Tisch {table} Tisch {table} Testpokal" for table in (1, 2)]
    named = words_of(paper(official, event, "table_signs_with_names", 1), 1)
    assert named.startswith("Tisch 1 Tisch 1 Platz 1 ")  # on both sides of the fold
    assert "Platz 2 2 Vera2 Spieler2" in named
    assert "Platz 3 3 Vera3 S." in named
    assert "Spieler3" not in named


def test_what_is_missing_names_tables_until_everything_is_in(
    official: Client, event: models.Event, series: models.Series
) -> None:
    words = whole(paper(official, event, "missing_lists", 1))
    assert in_order(words, ["1 Liste noch am Tisch", "2 Liste noch am Tisch"])
    assert "5 Vera5 Spieler5" in words
    for table in (1, 2):
        models.HandIn.objects.create(spielliste=list_of(series, table), paper="in")
    assert "Alle Tische haben alles abgegeben." in not_yet(official, event, "missing_lists", 1)


def test_card_for_the_tables_is_for_events_whose_tables_write_on_phones(official: Client, event: models.Event) -> None:
    assert "Listen nur auf Papier" in not_yet(official, event, "table_card")
    models.Event.objects.filter(pk=event.pk).update(phone_lists="allowed")
    assert len(paper(official, event, "table_card").pages) == 1


def test_own_results_are_those_of_the_release_four_a_sheet(official: Client, played: models.Event) -> None:
    reader = paper(official, played, "own_results")
    assert len(reader.pages) == 2
    first = words_of(reader, 1)
    for words in ("1 Vera1 Spieler1", "2 Vera2 Spieler2", "Rang 1", "3 Vera3 S.", "4 Vera4 Spieler4", "Ausgabe 1"):
        assert words in first
    alone = paper(official, played, "own_results", nr="1")
    assert len(alone.pages) == 1
    assert "Spieler3" not in words_of(alone, 1)
    assert missing(official, played, "own_results", nr="99")
    assert missing(official, played, "own_results", nr="x")


def test_speaker_may_begin_further_up(official: Client, played: models.Event) -> None:
    words = whole(paper(official, played, "speakers_sheet", bis="1"))
    assert "Vera1 Spieler1" in words
    assert "Vera4 " not in words


def test_speaker_begins_with_the_last_and_says_who_is_equal_and_why(official: Client, played: models.Event) -> None:
    words = whole(paper(official, played, "speakers_sheet"))
    assert in_order(words, ["Vera4 Spieler4", "Vera8 Spieler8", "Vera3 Spieler3", "Vera1 Spieler1"])
    assert "Entscheidungsspiel" in words
    assert "gleichauf" in words


def test_certificates_are_one_a_rank_after_the_last_series(official: Client, played: models.Event) -> None:
    every, best = paper(official, played, "certificates"), paper(official, played, "certificates", bis="2")
    assert len(every.pages) == 8
    assert len(best.pages) < len(every.pages)
    first = words_of(best, 1)
    for words in ("Urkunde", "Testpokal", "Vera1 Spieler1", "1. Platz", "am 17. Oktober 2026", "Spielleitung"):
        assert words in first
    assert all(page.mediabox.width > page.mediabox.height for page in every.pages)
    taken_part = ["hat teilgenommen" in words_of(every, page) for page in range(1, 9)]
    assert taken_part[0] is False
    assert taken_part[-1] is True


@pytest.mark.parametrize(
    ("venue", "town"),
    [("Bürgerhaus, Hauptstr. 3, 77815 Bühl", "Bühl"), ("77815 Bühl (Baden), Halle", "Bühl (Baden)"), ("Bühl", "Bühl")],
)
def test_certificates_name_the_town_of_the_venue(official: Client, played: models.Event, venue: str, town: str) -> None:
    models.Event.objects.update(venue=venue)
    assert f"{town}, am 17. Oktober 2026" in words_of(paper(official, played, "certificates", bis="1"), 1)


def test_teams_get_certificates_with_the_names_of_their_members(official: Client, event: models.Event) -> None:
    team = models.Team.objects.create(event=event, key="T1", name="Kreuzdamen", position=1)
    for place, entry in enumerate(event.registrations.order_by("number")[:4], start=1):
        models.TeamMember.objects.create(team=team, registration=entry, position=place)
    models.Event.objects.filter(pk=event.pk).update(series_count=1, prizes=models.Event.Prizes.BOTH)
    assert "Erst nach der Rangliste der letzten Serie." in not_yet(official, event, "team_certificates")
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    made = paper(official, event, "team_certificates")
    assert len(made.pages) == 1
    for words in ("Kreuzdamen", "Vera1 Spieler1, Vera2 Spieler2, Vera3 Spieler3, Vera4 Spieler4", "1. Platz"):
        assert words in words_of(made, 1)


def test_certificates_wait_for_the_last_series(official: Client, event: models.Event, series: models.Series) -> None:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    assert "Erst nach der Rangliste der letzten Serie." in not_yet(official, event, "certificates")
    assert "Erst nach der Rangliste der letzten Serie." in not_yet(official, event, "certificates", bis="3")


def test_closing_report_counts_lists_and_cards_and_names_corrections(official: Client, played: models.Event) -> None:
    series = played.series.get()
    models.HandIn.objects.create(spielliste=list_of(series, 1), paper="in", cards_missing=[3], unsigned=[2])
    models.Series.objects.update(closed_at=None)
    add_penalty(list_of(series, 2), seat=1, game=2, points=100, reason="Karte gezeigt", expected=None, by=None)
    left = {"seat": 1, "from_game": 12, "counts": True, "reason": "krank", "at": timezone.now()}
    models.Vacancy.objects.create(spielliste=list_of(series, 1), **left)
    words = whole(paper(official, played, "closing_report"))
    for piece in ("1 von 2", "2 von 2", "3 von 8", "gemeldet 8", "Karte gezeigt", "Serie 1, Tisch 2", "Rangliste"):
        assert piece in words
    assert "100 Strafpunkte" in words
    assert "Platz 1 verlassen ab Spiel 12, Liste zählt nach Entscheidung: krank" in words
    assert "Liste geprüft" not in words
    assert "Vera8 Spieler8" in words


def test_closing_report_is_there_before_anything_has_happened(official: Client, event: models.Event) -> None:
    words = whole(paper(official, event, "closing_report"))
    assert "Noch keine Serie ist ausgelost." in words
    assert "Noch keine Rangliste ist freigegeben." in words


@pytest.mark.parametrize("name", ["own_results", "speakers_sheet", "charts", "rankings"])
def test_printout_of_standings_that_are_not_released_says_so(official: Client, event: models.Event, name: str) -> None:
    assert "Noch ist keine Rangliste freigegeben." in not_yet(official, event, name)


def test_printout_of_a_series_that_is_not_drawn_says_so(official: Client, event: models.Event) -> None:
    assert "Diese Serie ist noch nicht ausgelost." in not_yet(official, event, "table_signs", 1)
    assert missing(official, event, "table_signs", event.series_count + 1)


def test_papers_are_for_officials_of_the_event(client: Client, event: models.Event, cast: Cast) -> None:
    url = reverse("documents:registration_list_pdf", args=[event.slug])
    assert client.get(url).status_code == 302
    assert signed_in(cast.frieda).get(url).status_code == 404


# Many as one file


def test_everything_for_a_series_is_one_file_in_the_order_of_laying_out(official: Client, played: models.Event) -> None:
    models.Event.objects.filter(pk=played.pk).update(series_count=2)
    seat_series(played, 2)
    first = read(official.get(reverse("documents:series_papers", args=[played.slug, 1])).content)
    assert in_order(whole(first), ["Tisch 1 Testpokal", "Serie 1: Wo sitze ich?", "Spielliste"])
    second = read(official.get(reverse("documents:series_papers", args=[played.slug, 2])).content)
    assert in_order(whole(second), ["Rangliste nach Serie 1", "Serie 2: Wo sitze ich?", "Spielliste"])
    assert second.metadata is not None
    assert second.metadata.title == "Alles für Serie 2 – Testpokal"
    assert str(second.root_object["/Lang"]) == "de"


def test_what_is_ticked_is_one_file_in_the_order_of_the_day(official: Client, played: models.Event) -> None:
    address = reverse("documents:all_papers", args=[played.slug])
    page = official.get(reverse("organiser:print_page", args=[played.slug])).content.decode()
    assert re.search(r'name="blatt" value="standings-1" form="blaetter" checked', page)
    assert re.search(r'name="blatt" value="table_plan-1" form="blaetter">', page)  # the series is closed
    assert re.search(r'name="blatt" value="missing_lists-1" form="blaetter">', page)
    ticks = {"auswahl": "1", "blatt": ["standings-1", "announcement", "table_plan-1"]}
    assert in_order(whole(read(official.get(address, ticks).content)), ["Ausschreibung", "Wo sitze ich?", "Rangliste"])


@pytest.mark.parametrize(("ticks", "status"), [([], 409), (["nix-1"], 404), (["cash_report"], 404)])
def test_only_what_there_is_and_may_be_seen_can_be_ticked(
    official: Client, played: models.Event, ticks: list[str], status: int
) -> None:
    address = reverse("documents:all_papers", args=[played.slug])
    assert official.get(address, {"auswahl": "1", "blatt": ticks}).status_code == status


def test_batch_of_lists_holds_the_pages_of_the_single_document(
    official: Client, event: models.Event, series: models.Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = reverse("documents:blank_lists_pdf", args=[event.slug, 1])
    single = read(official.get(url).content)
    monkeypatch.setattr("romme_turnier.documents.lists.sheets.LISTS_AS_ONE", 1)
    monkeypatch.setattr("romme_turnier.documents.lists.sheets.LISTS_A_PIECE", 1)
    batch = read(official.get(url).content)
    for page in (1, 2):  # the batch holds the games by column
        assert sorted(words_of(batch, page).split()) == sorted(words_of(single, page).split())
    assert "Seite 2 von 2" in words_of(batch, 2)


@pytest.mark.parametrize(("error", "raised"), [(IndexError, PressError), (OSError, OSError)])
def test_document_that_cannot_be_laid_out_says_so(
    error: type[Exception], raised: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("romme_turnier.documents.render.pdf.render_to_string", lambda *_args: "Nichts")
    monkeypatch.setattr("romme_turnier.documents.render.pdf.layout", lambda _static: Mock(side_effect=error))
    with pytest.raises(raised):
        render_pdf("documents/lists/sheets.html", {})


def test_batch_that_cannot_be_laid_out_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("romme_turnier.documents.render.pdf.render_to_string", lambda *_args: "")
    with pytest.raises(PressError):
        render_batch([("documents/lists/sheets.html", {})], title="Nichts")
    assert capfd.readouterr().err


def test_foot_of_a_paper_of_an_organiser_without_a_name_is_the_event_alone(
    official: Client, played: models.Event
) -> None:
    make_organiser(number="08", slug="andere", name="Verein 08")
    models.Organiser.objects.filter(pk=played.held_by_id).update(name="")
    words = whole(paper(official, played, "standings", 1))
    assert "Testpokal" in words
    assert "Testpokal," not in words
