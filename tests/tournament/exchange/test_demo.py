"""The demo event that an empty program begins with."""

import io
from collections import Counter

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.claims import Figure
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.loaded_list import load_many
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.seating.draws import repeat_draw
from romme_turnier.tournament.standings import reading as standings_reading
from tests.factories import STARTS_AT


@pytest.fixture(scope="module")
def said(module_rows: None) -> str:
    """The output of the command, on the day of the demo event."""
    output = io.StringIO()
    with time_machine.travel(STARTS_AT):
        call_command("demo", stdout=output)
    return output.getvalue()


@pytest.fixture
def demo(said: str, db: None) -> models.Event:
    return models.Event.objects.get(slug="lindenhof-pokal")


def test_demo_official_signs_in_with_the_printed_password_and_directs(said: str, demo: models.Event) -> None:
    user = User.objects.get()
    password = next(line.split()[-1] for line in said.splitlines() if line.startswith("Passwort"))
    assert user.username == "demo"
    assert user.check_password(password)
    assert password not in user.password
    assert may(user, Right.DIRECT, demo)


def test_demo_is_today_public_and_has_38_players_of_7_clubs(demo: models.Event) -> None:
    assert timezone.localdate(demo.starts_at) == STARTS_AT.date()
    assert demo.published_at is not None
    assert demo.registrations.count() == 38
    assert demo.event_clubs.count() == 7
    assert set(demo.registrations.values_list("publish_name", flat=True)) == {True, False}


def test_demo_has_two_series_released_and_a_third_half_entered(demo: models.Event) -> None:
    assert [series.is_closed for series in demo.series.all()] == [True, True, False]
    assert sorted(demo.releases.values_list("series__number", "number")) == [(1, 1), (2, 1)]
    third = models.Spielliste.objects.filter(table__series__event=demo, table__series__number=3)
    assert Counter(third.values_list("status", flat=True)) == {"open": 5, "complete": 4, "checked": 1}


def test_demo_has_a_table_that_keeps_its_list_on_a_phone(demo: models.Event) -> None:
    pen = models.TablePhone.objects.get(is_pen=True)
    assert (pen.spielliste.table.series.number, pen.spielliste.table.number) == (3, 10)
    assert pen.spielliste.games_in == 3


def test_demo_hides_mistakes_of_the_scorers_in_the_third_series_only(demo: models.Event) -> None:
    found = {
        (loaded.row.table.series.number, difference.figure)
        for loaded in load_many(models.Spielliste.objects.filter(table__series__event=demo))
        for difference in loaded.evaluation.differences
    }
    assert found == {(3, Figure.TOTAL), (3, Figure.RESULT)}
    assert models.Revision.objects.filter(number=2).exclude(consent=[]).exists()


def test_demo_draws_can_be_repeated_and_all_it_stores_agrees(demo: models.Event) -> None:
    for draw in models.Draw.objects.all():
        assert [list(table) for table in repeat_draw(draw.inputs, draw.seed).tables] == draw.result
    assert list(differences(demo)) == []
    assert len(standings_reading.standings(demo, 2)) == 38


def test_demo_leaves_a_program_in_use_alone(demo: models.Event) -> None:
    output = io.StringIO()
    call_command("demo", stdout=output)
    assert "nicht angelegt" in output.getvalue()
    assert (models.Event.objects.count(), User.objects.count()) == (4, 1)


def test_demo_has_a_season_with_played_evenings_and_the_next_one(demo: models.Event) -> None:
    season = models.Season.objects.get()
    assert season.is_public
    assert [planned.event is not None for planned in season.dates.order_by("day")[:5]] == [True] * 3 + [False] * 2
    assert all(
        day < timezone.localdate() for day in season.dates.filter(event__isnull=False).values_list("day", flat=True)
    )
    table = season.rankings.first()
    assert table is not None
    assert table.editions.count() == 3
    assert table.outdated_since is None
    assert models.Registration.objects.filter(event__season=season, guest=True).count() == 1
