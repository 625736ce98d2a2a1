"""The desk of a season: list, settings, dates and events."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.seasons.seasons import create_season
from romme_turnier.web.organiser.seasons import saved
from tests import factories
from tests.factories import make_event, make_official, make_organiser
from tests.seasons import issue, make_season_with_players
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, hold, make_people, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(petra) -> models.Season:
    return create_season(details(), days=[FIRST, date(2026, 1, 13)], by=petra)


def page(client: Client, name: str, *args: Any) -> str:
    response = client.get(reverse(f"organiser:{name}", args=args))
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, name: str, /, *args: Any, **data: Any) -> str:
    return client.post(reverse(f"organiser:{name}", args=args), data, follow=True).content.decode()


TYPED = {
    "name": "Saison 2026",
    "first_day": "2026-01-01",
    "last_day": "2026-12-31",
    "weekday": "1",
    "evenings_at": "19:30",
    "seating": "never",
    "names": "hall",
    "guest_evenings_count": "on",
}


def test_start_page_leads_to_the_seasons_next_to_new_events(client, petra):
    assert reverse("organiser:seasons") in page(client, "events")


def test_empty_list_offers_the_first_season(client, petra):
    shown = page(client, "seasons")
    assert "Hier stehen die Saisons" in shown
    assert reverse("organiser:season_new") in shown


def test_only_season_is_opened_at_once(client, season):
    answer = client.get(reverse("organiser:seasons"))
    assert answer.headers["Location"] == reverse("organiser:season", args=[season.address])
    assert "Saison 2026" in client.get(reverse("organiser:seasons") + "?alle").content.decode()


def test_new_season_gets_an_evening_on_each_of_its_weekdays_to_come(client, petra, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 12, 15))
    shown = send(client, "season_new", **TYPED)
    season = models.Season.objects.get()
    assert [planned.day.day for planned in season.dates.all()] == [15, 22, 29]
    assert "„Saison 2026“ ist angelegt." in shown
    assert "Nehmen Sie die Tage heraus" in shown


def test_wrong_season_shows_each_fault_at_its_field_and_keeps_what_was_typed(client, petra):
    wrong = TYPED | {"name": "", "last_day": "2025-12-31", "seating": "from_day", "guests_from_table": "0"}
    shown = send(client, "season_new", **wrong)
    for sentence in (
        "Der letzte Tag liegt vor dem ersten.",
        "Bitte geben Sie an, ab welchem Tag nach der Tabelle gesetzt wird.",
    ):
        assert sentence in shown
    assert 'value="2025-12-31"' in shown
    assert not models.Season.objects.exists()


def test_with_several_organisers_the_form_asks_whose_season_it_is(client, petra):
    make_organiser(number="2", slug="zweiter", name="Zweiter Verein")
    make_organiser(name="Bezirk Süd", number="04", slug="bezirk")
    User.objects.filter(pk=petra.pk).update(is_superuser=True)
    send(client, "season_new", **TYPED, held_by="2")
    assert models.Season.objects.get().organiser.number == "2"


def test_settings_change_the_season(client, season):
    send(client, "season_edit", season.address, **TYPED | {"name": "Vereinsjahr", "seating": "always"})
    season.refresh_from_db()
    assert (season.name, season.seating) == ("Vereinsjahr", "always")


def test_next_season_is_proposed_from_this_one(client, season):
    shown = page(client, "season_next", season.address)
    assert 'value="Saison 2027"' in shown
    assert 'value="2027-01-01"' in shown
    send(client, "season_next", season.address, **TYPED | {"first_day": "2027-01-01", "last_day": "2027-12-31"})
    assert season.following.get().dates.count() == 52


def test_season_is_published_and_withdrawn(client, season):
    send(client, "season_publish", season.address)
    assert "Nicht mehr veröffentlichen" in page(client, "season", season.address)
    send(client, "season_publish", season.address, zurueck="1")
    assert "Saison veröffentlichen" in page(client, "season", season.address)


def test_closed_season_is_opened_again(client, season):
    send(client, "season_close", season.address)
    assert "Saison wieder öffnen" in page(client, "season", season.address)
    assert "Saison abschließen" not in send(client, "season_close", season.address, zurueck="1")


def test_season_created_by_mistake_is_deleted(client, season):
    assert "ist gelöscht" in send(client, "season_delete", season.address)
    assert not models.Season.objects.exists()


# --- Dates and events ---------------------------------------------------------------------------------------------


def test_ticks_decide_the_dates_and_a_further_day_is_added(client, season):
    days = ["2026-01-06", "2026-02-03"]
    send(client, "season_dates", season.address, days=days, further="2026-02-05")
    assert [str(day) for day in season.dates.values_list("day", flat=True)] == [*days, "2026-02-05"]


def test_further_day_that_is_ticked_already_is_refused_with_the_ticks_kept(client, season):
    shown = send(client, "season_dates", season.address, days=["2026-03-03"], further="2026-03-03")
    assert "Weiterer Tag: An diesem Tag steht schon ein Termin." in shown
    assert 'value="2026-03-03" checked' in shown
    assert season.dates.count() == 2


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2027-01-05", "Weiterer Tag: Dieser Tag liegt nicht in der Saison."),
        ("2026-01-13", "Weiterer Tag: An diesem Tag steht schon ein Termin."),
    ],
)
def test_further_day_outside_or_cancelled_is_refused_at_its_field(client, season, day, words):
    season.dates.filter(day="2026-01-13").update(cancelled=True, reason="Heizung")
    shown = send(client, "season_dates", season.address, days=["2026-01-06"], further=day)
    assert words in shown
    assert f'value="{day}"' in shown


def test_evening_is_moved_cancelled_and_put_back(client, season):
    planned = season.dates.get(day=FIRST)
    there = (season.address, planned.pk)
    assert "Bitte geben Sie einen Grund an." in send(client, "season_date", *there, day="2026-01-07", verlegen="1")
    send(client, "season_date", *there, day="2026-01-07", reason="Saal belegt", verlegen="1")
    assert "verlegt vom 6. Januar: Saal belegt" in page(client, "season_dates", season.address)
    send(client, "season_date", *there, **{"absage-reason": "Glatteis", "absagen": "1"})
    assert "fällt aus: Glatteis" in page(client, "season_dates", season.address)
    send(client, "season_date", *there, zurueck="1")
    planned.refresh_from_db()
    assert not planned.cancelled
    assert "<span>verlegt vom 6. Januar: Saal belegt</span>" in page(client, "season_dates", season.address)


def test_event_is_put_into_the_season_and_taken_out(client, season):
    event = make_event(players=0, held_by=season.organiser)
    send(client, "season_events", season.address, event=event.pk, kind="championship")
    event.refresh_from_db()
    assert (event.season, event.kind) == (season, "championship")
    shown = page(client, "season_events", season.address)
    assert shown.index("herausnehmen") < shown.index("</span> Pflichtangabe"), "at the form, not at the list"
    send(client, "season_events", season.address, heraus=event.pk)
    event.refresh_from_db()
    assert event.season is None


def test_event_outside_the_span_is_refused_at_its_field(client, season):
    late = make_event(players=0, held_by=season.organiser, starts_at=datetime(2027, 1, 5, 19, tzinfo=UTC))
    assert "liegt nicht in der Saison" in send(client, "season_events", season.address, event=late.pk, kind="evening")


# --- The desk -----------------------------------------------------------------------------------------------------


def test_desk_shows_the_table_after_the_first_evening(client, season, petra):
    assert "Die Tabelle entsteht" in page(client, "season", season.address)
    event = hold(season, FIRST, make_people(4), by=petra)
    assert "Dieser Abend läuft" in page(client, "season", season.address)
    play(event)
    close_evening(event, ends_after=1, by=petra)
    shown = page(client, "season", season.address)
    assert "Ausgabe 1 vom" in shown
    assert "Abschluss zurücknehmen" in shown
    send(client, "season_close", season.address)
    assert "Abschluss zurücknehmen" not in page(client, "season", season.address)


def test_desk_asks_about_dates_that_have_passed(client, season, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 1, 10))
    shown = page(client, "season", season.address)
    assert "Ein Termin ist vorbei" in shown
    assert 'Dienstag, <span class="word">13. Januar' in shown
    dates = page(client, "season_dates", season.address)
    assert dates.count("nachtragen<") == 1
    assert reverse("organiser:evening_open", args=[season.address, "2026-01-06"]) in dates


def test_season_to_come_asks_for_dates_and_opens_no_evening_today(client, season, monkeypatch):
    season.dates.all().delete()
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2025, 12, 1))
    shown = page(client, "season", season.address)
    assert "Termine festlegen" in shown
    assert "Heute einen Abend eröffnen" not in shown


def test_dates_fold_past_months_and_held_evenings(client, season, petra, monkeypatch):
    play(hold(season, FIRST, make_people(4), by=petra, series_count=1))
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 3, 10))
    shown = page(client, "season_dates", season.address)
    past, coming = shown.split("2 vergangene Monate")[1].split("</details>", 1)
    assert "Januar 2026" in past
    assert "Februar 2026" in past
    assert "März 2026" in coming
    assert "Ein gespielter Abend" in coming


def test_official_without_the_right_sees_the_desk_and_no_buttons(client, season):
    entry = make_official(make_event(players=0), "entry", "erna")
    client.force_login(entry)
    shown = page(client, "season", season.address)
    assert "Abend eröffnen" not in shown
    assert "Saison veröffentlichen" not in shown


@pytest.mark.usefixtures("petra")
def test_papers_lead_back_to_the_season_before_it_is_public(client, monkeypatch):
    season = make_season_with_players(published=False)
    desk = reverse("organiser:season", args=[season.address])
    poster = reverse("organiser:season_poster", args=[season.address, "mittel"])
    assert client.get(poster)["Location"] == desk
    issue(season, ["300.00", "310.50", "400.25", ""])
    monkeypatch.setattr(saved, "pdf_is_possible", lambda: False)
    assert f'href="{desk}"' in client.get(poster).content.decode()


def test_list_of_seasons_is_searched_sorted_and_saved(client: Client) -> None:
    top = make_organiser(number="1", slug="verband", kind="federation")
    club = make_organiser(number="1-1", slug="rc-herz", name="RC Herz", parent=top)
    factories.make_season(organiser=top, name="Pokal 2025", slug="pokal", closed_at=timezone.now())
    factories.make_season(organiser=club, name="Clubjahr 2026", slug="clubjahr")
    client.force_login(make_official(username="chief", is_superuser=True))
    page = client.get(reverse("organiser:seasons")).content.decode()
    assert "Pokal 2025" in page
    assert "RC Herz" in page
    for query in ("?q=herz", "?stand=offen", "?veranstalter=1-1"):
        file = client.get(reverse("organiser:seasons_file", args=["csv"]) + query).content.decode()
        assert "Clubjahr 2026" in file
        assert "Pokal 2025" not in file
    assert "keine Saison" in client.get(reverse("organiser:seasons") + "?q=xyz").content.decode()


def test_filter_by_very_many_words_answers(client, season):
    answer = client.get(reverse("organiser:seasons"), {"alle": "", "q": "a " * 1200})
    assert answer.status_code == 200


# --- Members ---------------------------------------------------------------------------------------------------------


def test_club_alone_in_the_program_reads_its_members_from_the_page_of_a_season(client, season):
    number = season.organiser.number
    assert f'href="{reverse("organiser:members", args=[number])}">Mitglieder' in page(client, "season", season.address)
    shown = page(client, "members_import", number)
    assert "Die Liste aller heutigen Mitglieder." in shown
    pasted = "Vorname;Nachname\nVera;Sommer\nUte;Winter"
    (state,) = re.findall(r'name="stand" value="(\w+)"', send(client, "members_import", number, text=pasted))
    answers = {"line-2": "neu", "line-3": "neu", "ended": "2026-11-01"}
    members = send(client, "members_import", number, text=pasted, stand=state, was="uebernehmen", **answers)
    assert "Vera Sommer" in members
    assert "Veranstalter" not in members + shown
    tapped = page(client, "evening_open", season.address, FIRST)
    assert "Ute Winter" in tapped


def test_official_without_the_right_to_make_events_keeps_no_members(client, season):
    event = make_event(season=season)
    client.force_login(make_official(event, username="ella"))
    assert "Mitglieder</a>" not in page(client, "season", season.address)
    answer = client.get(reverse("organiser:members", args=[season.organiser.number]))
    assert answer.status_code == 404


def test_right_to_make_events_keeps_no_members_of_one_of_several_organisers(client, season, petra):
    make_organiser(name="Bezirk Süd", number="04", slug="bezirk")
    assert not may_at(petra, OrganiserRight.KEEP_REGISTER, season.organiser)
    assert client.get(reverse("organiser:members", args=[season.organiser.number])).status_code == 404
