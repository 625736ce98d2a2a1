"""`manage.py verify` finds contradictions in seasons."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.seasons.competitions.league import LeagueTerms, add_day, create_league
from romme_turnier.tournament.seasons.competitions.quotas import QuotaTerms, create_stage, share_out
from tests.factories import make_event, make_official, make_season
from tests.tournament.seasons.season_rows import issued, make_ranking, people, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> models.Season:
    """A season of two evenings with an edition after each."""
    season = make_season()
    ranking = make_ranking(season, join="mean")
    vera, anna = people("Vera", "Anna")
    for week in range(2):
        play(season, {vera: 300 + week, anna: 310}, week=week)
        issued(ranking)
    assert list(season_differences()) == []
    return season


def said() -> list[str]:
    return [str(difference) for difference in season_differences()]


def test_changed_row_of_an_edition_is_found_and_the_command_fails(season: models.Season) -> None:
    models.EditionRow.objects.filter(edition__number=1, position=1).update(value="1.00")
    output = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("verify", stdout=output, stderr=io.StringIO())
    assert "verein/2026: Wertung, Ausgabe 1: " in output.getvalue()


def test_missing_edition_is_found(season: models.Season) -> None:
    first = models.Edition.objects.get(number=1)
    first.rows.all().delete()
    first.delete()
    assert len(said()) == 1
    assert "Ausgabe 2: " in said()[0]


def test_player_of_another_season_is_found(season: models.Season) -> None:
    row = models.EditionRow.objects.get(edition__number=2, position=1)
    entrant = row.entrant
    assert entrant is not None
    other = make_season(slug="andere").players.create(player=entrant.player, number=entrant.number)
    models.EditionRow.objects.filter(pk=row.pk).update(entrant=other)
    assert said() == ["verein/2026: Wertung, Ausgabe 2: Platz 1 gehört zu einer anderen Saison"]


def test_evening_outside_of_the_season_is_found(season: models.Season) -> None:
    event = season.events.order_by("pk")[0]
    season.dates.create(day="2026-01-06", event=event)
    assert said() == []
    models.Event.objects.filter(pk=event.pk).update(season=make_season(slug="andere"))
    assert len(said()) == 1
    assert "gehört nicht zur Saison" in said()[0]


def test_name_without_consent_and_consent_without_name_are_found(season: models.Season) -> None:
    first, second = season.players.order_by("number")
    now = timezone.now()
    first.consents.create(purpose="season", given_at=now, withdrawn_at=now + timedelta(hours=1), speaker="player")
    second.consents.create(purpose="season", given_at=now, speaker="player")
    assert [text.split(":")[1].strip() for text in said()] == ["Nummer 2"]
    season.players.update(publish_name=True)
    assert [text.split(":")[1].strip() for text in said()] == ["Nummer 1"]


def test_changed_places_of_a_championship_are_found(season: models.Season) -> None:
    chief = make_official(username="chief", is_superuser=True)
    stage = create_stage(season, "Finale", None, by=chief)
    terms = QuotaTerms(places=3, parties="clubs", base="entries", entries_of=make_event(players=4))
    quota = share_out(stage, terms, by=chief)  # a lot decides between two clubs of two
    assert said() == []
    first, second = quota.shares.all()
    for row, other in ((first, second), (second, first)):
        models.QuotaShare.objects.filter(pk=row.pk).update(places=other.places, by_lot=other.by_lot)
    assert said() == ["verein/2026: Finale: Die Plätze ergeben sich nicht aus Personen, Verfahren und Los"]


def test_match_day_and_team_that_do_not_fit_their_league_are_found(season: models.Season) -> None:
    chief = make_official(username="chief", is_superuser=True)
    league = create_league(season, LeagueTerms(name="Liga"), [["RC Herz", "RC Pik"]], by=chief)
    day = add_day(league, make_event(players=0), by=chief)
    assert said() == []
    models.Team.objects.filter(name="RC Pik").update(name="Pikbuben")
    models.Event.objects.filter(pk=day.event_id).update(season=None)
    assert said() == [
        "verein/2026: Liga: Der Spieltag Testpokal gehört nicht zur Saison",
        "verein/2026: Liga: „RC Pik“ heißt am Spieltag „Pikbuben“",
    ]
