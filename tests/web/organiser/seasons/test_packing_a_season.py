"""The desk of a closed season offers to pack the lists of its evenings."""

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, make_season, seat_series

pytestmark = pytest.mark.django_db


def test_closed_season_packs_its_evenings_and_reading_one_unpacks_nothing() -> None:
    chief = make_official(username="chief", is_superuser=True)
    season = make_season()
    event = make_event(series_count=1, games_per_list=2, season=season, kind="evening", held_by=season.organiser)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table), by=chief)
    close_series(series, by=chief)
    release_standings(event, 1, by=chief)
    desk = Client()
    desk.force_login(chief)
    page = f"/leitung/saison/{season.organiser.slug}/{season.slug}/"
    assert "verpacken" not in desk.get(page).content.decode()
    vanishing = desk.get(f"{page}abschliessen/").content.decode()
    assert "die Listen von 1 Abend auf der Seite der Saison verpacken" in vanishing
    models.Season.objects.update(closed_at=timezone.now())
    assert "Listen von einem Abend verpacken" in desk.get(page).content.decode()
    answer = desk.post(f"{page}abschliessen/", {"verpacken": "1"}, follow=True)
    assert "Verpackt: 1 Abend." in answer.content.decode()
    assert "verpacken" not in answer.content.decode()
    assert not models.GameRow.objects.exists()
    desk.get(f"/leitung/{event.slug}/")
    assert not models.GameRow.objects.exists()
