"""The dates of a season: moved, cancelled and put back."""

from datetime import UTC, date, datetime

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.dates import cancel_date, move_date, restore_date, set_dates
from romme_turnier.tournament.seasons.seasons import put_into_season
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = date(2026, 1, 6), date(2026, 1, 13), date(2026, 1, 20)


@pytest.fixture
def planned(season) -> models.SeasonDate:
    return season.dates.get(day=FIRST)


def days(season) -> list[date]:
    return list(season.dates.values_list("day", flat=True))


def hold(season, petra) -> models.Event:
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    return put_into_season(event, season, models.Event.Kind.EVENING, by=petra)


def test_planned_dates_follow_the_ticks_and_held_or_cancelled_ones_stay(season, petra):
    hold(season, petra)
    cancel_date(season.dates.get(day=SECOND), reason="Karneval", by=petra)
    set_dates(season, [date(2026, 2, 3)], by=petra)
    assert days(season) == [FIRST, SECOND, date(2026, 2, 3)]


def test_date_twice_and_date_outside_are_refused_together(season, petra):
    with pytest.raises(Faults) as caught:
        set_dates(season, [FIRST, FIRST, date(2025, 12, 30)], by=petra)
    assert caught.value.message == "Zweimal genannt: 6. Januar 2026. Nicht in der Saison: 30. Dezember 2025."
    assert days(season) == [FIRST, SECOND, THIRD]


def test_moved_date_keeps_its_first_day_and_goes_back(planned, petra):
    move_date(planned, date(2026, 1, 7), reason="Saal belegt", by=petra)
    moved = move_date(planned, date(2026, 1, 8), reason="doch Donnerstag", by=petra)
    assert (moved.day, moved.moved_from, moved.reason) == (date(2026, 1, 8), FIRST, "doch Donnerstag")
    back = move_date(planned, FIRST, reason="", by=petra)
    assert (back.day, back.moved_from, back.reason) == (FIRST, None, "")


@pytest.mark.parametrize(
    ("day", "reason", "about"),
    [
        (SECOND, "Saal belegt", "day"),
        (date(2027, 1, 5), "Saal belegt", "day"),
        (date(2026, 1, 7), " ", "reason"),
    ],
)
def test_date_is_not_moved(planned, petra, day, reason, about):
    with pytest.raises(TournamentError) as caught:
        move_date(planned, day, reason=reason, by=petra)
    assert caught.value.about == about


def test_cancelled_date_needs_a_reason_and_is_put_back(planned, petra):
    with pytest.raises(TournamentError) as caught:
        cancel_date(planned, reason="", by=petra)
    assert caught.value.about == "reason"
    assert cancel_date(planned, reason="Glatteis", by=petra).cancelled
    restored = restore_date(planned, by=petra)
    assert (restored.cancelled, restored.reason) == (False, "")


def test_moved_date_has_the_reason_of_the_move_again_when_it_is_put_back(planned, petra):
    move_date(planned, date(2026, 1, 7), reason="Saal belegt", by=petra)
    assert cancel_date(planned, reason="Glatteis", by=petra).reason == "Glatteis"
    restored = restore_date(planned, by=petra)
    assert (restored.moved_from, restored.reason) == (FIRST, "Saal belegt")
    assert restore_date(planned, by=petra).reason == "Saal belegt", "put back twice"


def test_cancelled_date_is_neither_moved_nor_cancelled_again(planned, petra):
    cancel_date(planned, reason="Glatteis", by=petra)
    with pytest.raises(TournamentError, match="ist abgesagt"):
        move_date(planned, date(2026, 1, 7), reason="Saal belegt", by=petra)
    with pytest.raises(TournamentError, match="ist abgesagt"):
        cancel_date(planned, reason="Karneval", by=petra)
    planned.refresh_from_db()
    assert (planned.day, planned.reason) == (FIRST, "Glatteis")


def test_date_of_an_opened_evening_stays(season, petra):
    hold(season, petra)
    planned = season.dates.get(day=FIRST)
    with pytest.raises(TournamentError, match="schon eröffnet"):
        cancel_date(planned, reason="Glatteis", by=petra)
    with pytest.raises(TournamentError, match="schon eröffnet"):
        move_date(planned, date(2026, 1, 7), reason="Saal belegt", by=petra)
