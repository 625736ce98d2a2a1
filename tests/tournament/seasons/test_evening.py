"""A club evening through the services: opening, closing and taking back (specification, section 2)."""

from datetime import UTC, date, datetime, time

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.checks import check_faultless
from romme_turnier.tournament.seasons.dates import cancel_date
from romme_turnier.tournament.seasons.evenings.evening import (
    EveningIsOpen,
    close_evening,
    is_closed,
    last_evening,
    reopen_evening,
    running_evenings,
    what_is_missing,
)
from romme_turnier.tournament.seasons.evenings.seats import seat_series
from romme_turnier.tournament.seasons.seasons import close_season, next_season, put_into_season, update_season
from romme_turnier.tournament.seating.draw_records import comes_out_again, record_of
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_official, make_organiser
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, THIRD, hold, make_people, play, staying

pytestmark = pytest.mark.django_db

Kind = models.Event.Kind


@pytest.fixture
def people(db) -> list[models.Player]:
    return make_people(8)


def hold_whole(season, day, people, *, by) -> models.Event:
    """An evening of two series, with all lists entered."""
    event = hold(season, day, people, by=by)
    play(event)
    seat_series(event, 2, staying=staying(event), by=by)
    play(event, 2)
    return event


# --- Opening ------------------------------------------------------------------------------------------------------


def test_first_evening_is_an_event_of_the_season_with_seats_released(season, people, petra):
    event = hold(season, FIRST, people, by=petra)
    assert (event.name, event.kind, event.season, event.series_count) == (
        "Clubabend 6. Januar 2026",
        Kind.EVENING,
        season,
        2,
    )
    assert timezone.localtime(event.starts_at).time() == time(19, 30)
    assert season.dates.get(day=FIRST).event == event
    series = event.series.get()
    assert series.seats_released_at is not None
    assert series.tables.count() == 2
    assert comes_out_again(record_of(series.draws.get(status="applied")))


def test_start_numbers_follow_the_names(season, people, petra):
    event = hold(season, FIRST, reversed(people), by=petra)
    assert [registration.player for registration in event.registrations.order_by("number")] == people


def test_first_evening_asks_how_the_bonus_counts(season, people, petra):
    with pytest.raises(TournamentError) as caught:
        hold(season, FIRST, people, bonus_mode="", by=petra)
    assert caught.value.about == "bonus_mode"
    assert not models.Event.objects.exists()
    assert season.dates.get(day=FIRST).event is None


def test_next_evening_takes_the_terms_of_the_last_one(season, people, petra):
    first = hold(season, FIRST, people, by=petra)
    models.Event.objects.filter(pk=first.pk).update(bonus_four=25, venue="Vereinsheim", series_count=3)
    update_season(season, details(evenings_at=time(20)), by=petra)
    second = hold(season, SECOND, people, bonus_mode="", by=petra)
    assert (second.name, second.bonus_four, second.venue, second.series_count) == (
        "Clubabend 13. Januar 2026",
        25,
        "Vereinsheim",
        3,
    )
    assert timezone.localtime(second.starts_at).time() == time(20)
    assert not second.entry_fee
    assert second.published_at is None


def test_renamed_evening_gives_its_name_to_the_next(season, people, petra):
    first = hold(season, FIRST, people, by=petra)
    models.Event.objects.filter(pk=first.pk).update(name="Romméabend am 6. Januar 2026 bei Wirt Max")
    assert hold(season, SECOND, people, by=petra).name == "Romméabend am 13. Januar 2026 bei Wirt Max"


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Club evening 6 January 2026", "Club evening 13 January 2026"),
        ("Runde vom 6.1.2026", "Runde vom 13.1.2026"),
        ("Runde 06.01.26", "Runde 13.01.26"),
        ("Runde 16. Januar 2026", "Clubabend 13. Januar 2026"),
        ("Herbstrunde", "Clubabend 13. Januar 2026"),
    ],
)
def test_name_of_the_next_evening_has_its_day_as_it_was_written(season, people, petra, name, following):
    first = hold(season, FIRST, people, by=petra)
    models.Event.objects.filter(pk=first.pk).update(name=name)
    assert hold(season, SECOND, people, by=petra).name == following


def test_published_evening_is_followed_by_a_published_one(season, people, petra):
    first = hold(season, FIRST, people, by=petra)
    models.Event.objects.filter(pk=first.pk).update(published_at=timezone.now())
    assert hold(season, SECOND, people, by=petra).published_at is not None


def test_evening_with_a_fee_is_drawn_and_its_fees_stay_open(season, people, petra):
    first = hold(season, FIRST, people, by=petra)
    models.Event.objects.filter(pk=first.pk).update(entry_fee=2)
    second = hold(season, SECOND, people, by=petra)
    assert set(second.registrations.values_list("paid", "pays_later")) == {(False, True)}


def test_first_evening_of_the_next_season_takes_the_terms_of_the_last_evening_before(season, people, petra):
    first = hold(season, FIRST, people, by=petra)
    later = next_season(season, by=petra)
    assert last_evening(later) == first
    assert hold(later, date(2027, 1, 5), people, bonus_mode="", by=petra).season == later


def test_guests_are_people_of_the_register_or_new_names(season, people, petra):
    event = hold(season, FIRST, people[:6], guests=[people[6], "Uwe Gast"], by=petra)
    guests = event.registrations.filter(guest=True).order_by("number")
    assert [registration.name for registration in guests] == ["Uwe Gast", "Vera07 Spieler07"]


def test_second_official_is_led_to_the_evening_that_is_open(season, people, petra):
    event = hold(season, FIRST, people, by=petra)
    with pytest.raises(EveningIsOpen) as caught:
        hold(season, FIRST, people, by=petra)
    assert caught.value.event == event
    assert models.Event.objects.count() == 1


def test_evening_on_a_day_without_a_date_adds_one(season, people, petra):
    event = hold(season, date(2026, 1, 8), people, by=petra)
    assert season.dates.get(day=date(2026, 1, 8)).event == event


def test_nothing_is_stored_of_an_evening_that_cannot_be_opened(season, people, petra):
    cancel_date(season.dates.get(day=FIRST), reason="Glatteis", by=petra)
    refused = [
        (FIRST, people, "abgesagt"),
        (date(2027, 1, 5), people, "nicht in der Saison"),
        (SECOND, people[:2], "2 Spieler lassen sich nicht"),
        (SECOND, [*people, people[0]], "ist schon gemeldet"),
    ]
    for day, present, words in refused:
        with pytest.raises(TournamentError, match=words):
            hold(season, day, present, by=petra)
    assert not models.Event.objects.exists()


def test_all_people_who_cannot_be_registered_are_named_at_once(season, people, petra):
    with pytest.raises(Faults) as caught:
        hold(season, FIRST, [*people, people[0], people[1]], guests=[people[2]], by=petra)
    assert caught.value.by_argument == {
        "present": "Vera01 Spieler01 ist schon gemeldet. Vera02 Spieler02 ist schon gemeldet.",
        "guests": "Vera03 Spieler03 ist schon gemeldet.",
    }


def test_closed_season_opens_no_evening(season, people, petra):
    close_season(season, by=petra)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        hold(season, FIRST, people, by=petra)


# --- Closing ------------------------------------------------------------------------------------------------------


@pytest.fixture
def ranking(season) -> models.Ranking:
    return season.rankings.get()


def test_closing_releases_result_and_table_in_one_step(season, ranking, people, petra):
    event = hold_whole(season, FIRST, people, by=petra)
    check_faultless(event.series.get(number=2), by=petra)
    release = close_evening(event, by=petra)
    assert is_closed(event)
    assert (release.series.number, event.results.count()) == (2, 16)
    edition = ranking.editions.get()
    assert (edition.number, edition.rows.count()) == (1, 8)
    assert event.record.latest("pk").verb == "evening.close_evening"


def test_closing_names_everything_that_is_missing(season, ranking, people, petra):
    event = hold(season, FIRST, people, by=petra)
    seat_series(event, 2, staying=staying(event), by=petra)
    play(event, 2)
    assert what_is_missing(event) == ["Serie 1: An den Listen von Tisch 1, 2 fehlt etwas, oder sie haben Fehler."]
    with pytest.raises(TournamentError, match="Serie 1: An den Listen von Tisch 1, 2"):
        close_evening(event, by=petra)
    assert not event.series.filter(closed_at__isnull=False).exists()
    assert not event.releases.exists()


def test_evening_without_a_draw_is_not_closed(season, people, petra):
    event = hold(season, FIRST, people, by=petra)
    event.series.all().delete()
    assert what_is_missing(event) == ["Noch ist keine Serie ausgelost."]


def test_evening_may_end_after_one_series_of_two_and_the_next_has_two_again(season, ranking, people, petra):
    event = hold(season, FIRST, people, by=petra)
    play(event)
    with pytest.raises(TournamentError) as caught:
        close_evening(event, by=petra)
    assert caught.value.about == "ends_after"
    close_evening(event, ends_after=1, by=petra)
    event.refresh_from_db()
    assert (event.series_count, is_closed(event)) == (1, True)
    assert ranking.editions.count() == 1
    assert hold(season, SECOND, people, by=petra).series_count == 2


def test_closed_evening_is_taken_back_by_an_edition_with_a_note(season, ranking, people, petra):
    close_evening(hold_whole(season, FIRST, people, by=petra), by=petra)
    event = hold_whole(season, SECOND, people, by=petra)
    close_evening(event, by=petra)
    reopen_evening(event, by=petra)
    assert not is_closed(event)
    assert not event.results.exists()
    newest = ranking.editions.first()
    assert newest is not None
    assert (newest.number, newest.note) == (3, "Der Abend vom 13. Januar 2026 ist zurückgenommen.")
    assert {row.units for row in newest.rows.all()} == {2}
    close_evening(event, by=petra)
    assert is_closed(event)
    again = ranking.editions.first()
    assert again is not None
    assert (again.number, {row.units for row in again.rows.all()}) == (4, {4})


def test_evening_that_is_taken_back_becomes_no_tournament_before_it_is_closed_again(season, ranking, people, petra):
    evening = hold_whole(season, FIRST, people, by=petra)
    close_evening(evening, by=petra)
    reopen_evening(evening, by=petra)
    for other in (season, None):
        with pytest.raises(Faults) as refused:
            put_into_season(evening, other, "tournament", by=petra)
        assert "zurückgenommen" in refused.value.by_argument["kind"]
    assert not evening.releases.in_force().exists()
    close_evening(evening, by=petra)
    put_into_season(evening, season, "tournament", by=petra)
    assert evening.releases.in_force().exists()


def test_shortened_evening_that_is_taken_back_can_go_on(season, ranking, people, petra):
    event = hold(season, FIRST, people, by=petra)
    play(event)
    close_evening(event, ends_after=1, by=petra)
    event = reopen_evening(event, by=petra)
    assert event.series_count == 2
    assert seat_series(event, 2, staying=staying(event), by=petra).number == 2


def test_evening_is_not_taken_back_once_the_next_one_is_open(season, ranking, people, petra):
    event = hold_whole(season, SECOND, people, by=petra)
    close_evening(event, by=petra)
    hold(season, THIRD, people, by=petra)
    with pytest.raises(TournamentError, match=r"Am 20\. Januar 2026 ist schon der nächste Abend eröffnet"):
        reopen_evening(event, by=petra)


def test_evening_that_is_not_closed_is_not_taken_back(season, people, petra):
    event = hold(season, FIRST, people, by=petra)
    with pytest.raises(TournamentError, match="nicht abgeschlossen"):
        reopen_evening(event, by=petra)


def test_evenings_are_running_until_they_are_closed_and_again_once_taken_back(
    season, people, petra, django_assert_num_queries
):
    first = hold(season, FIRST, people, series_count=1, by=petra)
    second = hold(season, SECOND, people, by=petra)
    with django_assert_num_queries(1):
        assert [planned.event for planned in running_evenings(season)] == [first, second]
    for event in (first, second):
        play(event)
        close_evening(event, by=petra)
    assert running_evenings(season) == []
    reopen_evening(second, by=petra)
    assert [planned.event for planned in running_evenings(season)] == [second]


def test_evening_of_an_organiser_below_is_no_model_for_the_next_one(season, people, petra):
    below = make_event(
        held_by=make_organiser(number="1-01", slug="unten"), starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC)
    )
    chief = make_official(username="chief", is_superuser=True)
    put_into_season(below, season, Kind.EVENING, by=chief)
    assert last_evening(season) is None
    assert hold(season, SECOND, people, by=chief).held_by == season.organiser
