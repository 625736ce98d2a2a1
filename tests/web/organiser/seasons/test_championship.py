"""Pages of a championship: stages, places with their files, and qualified players."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.urls import reverse

from romme_turnier.tournament import models
from tests.factories import make_event, make_organiser, make_season
from tests.tournament.seasons.competitions.tables import make_edition, make_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    federation = make_organiser(number="1", slug="bund", kind="federation", name="Verband")
    for place, number in enumerate((520, 235, 139, 66, 24, 16), start=1):
        below = make_organiser(number=f"1-{place}", slug=f"lv-{place}", parent=federation, name=f"Verband {place}")
        models.Membership.objects.bulk_create(
            models.Membership(player=player, organiser=below) for player in make_players(number)
        )
    return make_season(organiser=federation)


def url(name: str, season: models.Season, *args: object) -> str:
    return reverse(f"organiser:{name}", args=[season.address, *args])


def text(answer: object) -> str:
    return " ".join(answer.content.decode().replace("\N{NO-BREAK SPACE}", " ").split())  # type: ignore[attr-defined]


TERMS = {"places": "40", "parties": "organisers", "base": "members", "key_day": "2026-01-01", "method": "d_hondt"}
TERMS |= {"minimum": "0", "in_advance": "0"}


def test_places_are_shared_out_shown_with_their_method_and_saved(season, chief):
    assert "Noch keine Stufe" in text(chief.get(url("championship", season)))
    answer = chief.post(url("stage_new", season), {"name": "Finale", "event": ""}, follow=True)
    stage = season.stages.get()
    assert "sind keine Plätze verteilt" in text(answer)
    page = text(chief.post(url("quota_new", season, stage.pk), TERMS, follow=True))
    assert "40 Plätze nach D’Hondt: Die Zahl der Personen wird durch 1, 2, 3 und so weiter geteilt" in page
    assert "Gezählt werden die Mitglieder am 1. Januar 2026, ohne Gastmitglieder." in page
    lines = chief.get(url("quota_file", season, stage.pk, "csv")).content.decode("utf-8-sig").splitlines()
    rows = list(csv.reader(lines, delimiter=";"))
    assert rows[0] == ["Für", "Personen", "Genauer Anteil", "Plätze", "Bemerkung"]
    assert [row[3] for row in rows[1:]] == ["22", "10", "5", "2", "1", "0"]
    assert [row[2] for row in rows[1:3]] == ["20,80", "9,40"]
    assert chief.get(url("quota_file", season, stage.pk, "xlsx")).status_code == 200
    assert chief.get(url("quota_file", season, stage.pk, "exe")).status_code == 404
    paper = text(chief.get(url("quota_file", season, stage.pk, "pdf") + "?seite"))
    assert "Unterschrift" in paper
    assert "40 Plätze nach D’Hondt" in paper
    chief.post(url("quota_withdraw", season, stage.pk), {"reason": "falscher Stichtag"})
    assert "falscher Stichtag" in text(chief.get(url("stage", season, stage.pk)))


def test_faults_are_shown_at_their_fields_and_typed_values_stay(season, chief):
    chief.post(url("stage_new", season), {"name": "Finale"})
    stage = season.stages.get()
    page = text(chief.post(url("quota_new", season, stage.pk), {**TERMS, "minimum": "10"}))
    assert "Für 6 mal 10 Plätze braucht es 60 Plätze; es gibt nur 40." in page
    assert 'value="40"' in page
    page = text(chief.post(url("quota_new", season, stage.pk), {**TERMS, "places": "1001"}))
    assert "1001 Plätze für nur 1000 Personen" in page
    assert not stage.quotas.exists()


def test_declined_place_moves_the_next_up_and_qualified_players_are_registered_once(season, chief):
    edition = make_edition(season, [1, 2, 2, 4])
    event = make_event(players=0, slug="finale", held_by=season.organiser)
    chief.post(url("stage_new", season), {"name": "Finale", "event": event.pk})
    stage = season.stages.get()
    answer = chief.post(
        url("qualification_new", season, stage.pk), {"table": f"edition-{edition.pk}", "places": "2"}, follow=True
    )
    assert "2 und Gleiche: 3 qualifizieren sich, weil mehrere auf Rang 2 gleich sind." in text(answer)
    made = stage.qualifications.get()
    first = made.qualifiers.get(position=1)
    page = text(
        chief.post(url("decline_place", season, stage.pk, made.pk, first.pk), {"reason": "verletzt"}, follow=True)
    )
    assert "Vera1 Spieler1 (Rang 1) sagte am" in page
    assert "verletzt. Vera4 Spieler4 rückt nach." in page
    assert "3 Qualifizierte sind in „Testpokal“ noch nicht gemeldet." in page
    register = url("qualified_register", season, stage.pk, made.pk)
    assert "3 Spieler sind jetzt gemeldet." in text(chief.post(register, follow=True))
    chief.post(register)
    assert event.registrations.count() == 3
    file = chief.get(url("qualification_file", season, stage.pk, made.pk, "csv")).content.decode("utf-8-sig")
    assert ["4", "Spieler4", "Vera4", "", "Vera1 Spieler1", "gemeldet"] in csv.reader(StringIO(file), delimiter=";")
    make_edition(season, [2, 1, 2, 4], number=2)
    assert "Inzwischen gibt es: Wertung, Ausgabe 2" in text(chief.get(url("qualification", season, stage.pk, made.pk)))
    assert (
        text(chief.get(url("qualification_file", season, stage.pk, made.pk, "pdf") + "?seite")).count("verletzt") == 1
    )


def test_stages_and_qualifications_of_another_season_do_not_exist(season, chief):
    other = make_season(organiser=season.organiser, slug="andere", name="Andere")
    stage = other.stages.create(name="Finale")
    made = stage.qualifications.create(
        edition=make_edition(other, [1]), announced_places=1, places=1, at="2026-01-01T12:00Z"
    )
    for name, args in (
        ("stage", (stage.pk,)),
        ("quota_new", (stage.pk,)),
        ("qualification", (stage.pk, made.pk)),
        ("qualification_file", (stage.pk, made.pk, "csv")),
    ):
        assert chief.get(url(name, season, *args)).status_code == 404


def test_events_to_choose_have_their_local_day(chief):
    season = make_season()
    make_event(players=0, held_by=season.organiser, starts_at=datetime(2026, 2, 28, 23, 30, tzinfo=UTC))
    assert "Testpokal, 1. März 2026" in text(chief.get(url("stage_new", season)))
