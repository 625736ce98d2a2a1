"""Creating and changing seasons, and putting events into them (specification, section 2)."""

from datetime import UTC, date, datetime, time

import pytest
from django.utils import timezone

from romme_turnier.core.seasons.formula import Formula, Join
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, copy_event, update_event
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.seasons.access import seasons_of
from romme_turnier.tournament.seasons.rankings import create_ranking, set_resting
from romme_turnier.tournament.seasons.seasons import (
    close_season,
    create_season,
    delete_season,
    following,
    next_season,
    proposed_days,
    publish_season,
    put_into_season,
    reopen_season,
    unpublish_season,
    update_season,
)
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_office, make_official, make_organiser, seat_series
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, hold, make_people, play

pytestmark = pytest.mark.django_db

Kind = models.Event.Kind


def test_key_day_of_a_ranking_is_counted_on_for_the_next_season(season, petra):
    create_ranking(season, "Stichtag", Formula(join=Join.MEAN, key_day="2026-10-31"), by=petra)
    create_ranking(season, "Schalttag", Formula(join=Join.MEAN, key_day="2026-03-01"), by=petra)
    after = next_season(next_season(season, by=petra), by=petra)
    days = [ranking.versions.get().formula.key_day for ranking in after.rankings.all()[1:]]
    assert days == ["2028-10-31", "2028-03-01"]


def test_key_day_of_a_ranking_over_a_half_year_keeps_its_distance_from_the_beginning(petra):
    half = create_season(details(last_day=date(2026, 6, 30)), by=petra)
    create_ranking(half, "Stichtag", Formula(join=Join.MEAN, key_day="2026-05-31"), by=petra)
    after = next_season(half, by=petra)
    assert [ranking.versions.get().formula.key_day for ranking in after.rankings.all()] == [None, "2026-11-28"]


def faults_of(verb, *args, **kwargs) -> dict[str, str]:
    with pytest.raises(Faults) as caught:
        verb(*args, **kwargs)
    return dict(caught.value.by_argument)


def test_season_proposes_every_evening_of_its_weekday_across_the_turn_of_the_year():
    days = proposed_days(details(first_day=date(2026, 12, 15), last_day=date(2027, 1, 12)))
    assert days == [date(2026, 12, 15), date(2026, 12, 22), date(2026, 12, 29), date(2027, 1, 5), date(2027, 1, 12)]


def test_season_without_a_weekday_proposes_no_dates():
    assert proposed_days(details(weekday=None)) == []


def test_season_of_a_new_installation_belongs_to_its_first_organiser(petra):
    season = create_season(details(evenings_at=time(19, 30)), days=[date(2026, 1, 6)], by=petra)
    assert (season.organiser.number, season.address) == ("1", "verein/saison-2026")
    assert [planned.day for planned in season.dates.all()] == [date(2026, 1, 6)]


def test_second_season_of_the_same_name_gets_another_address(season, petra):
    assert create_season(details(), by=petra).slug == "saison-2026-2"


def test_season_without_dates_is_possible(petra):
    assert create_season(details(weekday=None), by=petra).dates.count() == 0


def test_all_faults_of_a_season_are_named_at_once(petra):
    wrong = details(
        name="  ",
        last_day=date(2025, 12, 31),
        seating=models.Season.Seating.FROM_DAY,
        guests_from_table=0,
    )
    faults = faults_of(create_season, wrong, days=[date(2026, 1, 6), date(2026, 1, 6)], by=petra)
    assert faults.keys() == {"name", "last_day", "seating_from", "guests_from_table", "days"}
    assert faults["days"] == "Zweimal genannt: 6. Januar 2026."
    assert not models.Season.objects.exists()


def test_day_outside_the_season_is_refused(petra):
    faults = faults_of(create_season, details(), days=[date(2027, 1, 5)], by=petra)
    assert faults == {"days": "Nicht in der Saison: 5. Januar 2027."}


def test_year_typed_wrongly_is_refused(petra):
    faults = faults_of(create_season, details(last_day=date(2206, 12, 31)), by=petra)
    assert "Stimmt das Jahr?" in faults["last_day"]


def test_first_day_for_seats_by_the_table_lies_in_the_season(petra):
    wrong = details(seating=models.Season.Seating.FROM_DAY, seating_from=date(2027, 1, 5))
    assert faults_of(create_season, wrong, by=petra).keys() == {"seating_from"}


def test_season_is_not_shortened_past_its_dates_and_events(season, petra):
    put_into_season(make_event(players=0), season, Kind.TOURNAMENT, by=petra)  # 17 October
    shorter = details(first_day=date(2026, 1, 10), last_day=date(2026, 9, 30))
    assert faults_of(update_season, season, shorter, by=petra) == {
        "first_day": "Dann lägen Termine oder Turniere der Saison außerhalb: 6. Januar 2026.",
        "last_day": "Dann lägen Termine oder Turniere der Saison außerhalb: 17. Oktober 2026.",
    }


def test_other_seats_forget_the_day_from_which_the_table_counted(petra):
    by_table = details(seating=models.Season.Seating.FROM_DAY, seating_from=date(2026, 11, 15))
    season = create_season(by_table, by=petra)
    changed = update_season(season, details(seating_from=date(2026, 11, 15)), by=petra)
    assert (changed.seating, changed.seating_from) == ("never", None)


def test_season_is_changed_only_with_the_right_to_make_events(season):
    with pytest.raises(TournamentError, match="Vorsitz oder Sportleitung"):
        update_season(season, details(), by=make_official(username="erna"))


def test_publication_is_taken_back(season, petra):
    assert publish_season(season, by=petra).is_public
    assert not unpublish_season(season, by=petra).is_public


def test_closed_season_changes_only_after_it_is_opened_again(season, petra):
    close_season(season, by=petra)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        update_season(season, details(), by=petra)
    reopen_season(season, by=petra)
    assert update_season(season, details(name="Vereinsjahr"), by=petra).name == "Vereinsjahr"


def test_season_with_a_running_evening_is_not_closed(season, petra):
    event = make_event(starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    seat_series(event)
    with pytest.raises(TournamentError, match="Noch nicht abgeschlossen: Testpokal"):
        close_season(season, by=petra)


def test_season_is_not_closed_between_two_series_of_an_evening(season, petra):
    event = hold(season, FIRST, make_people(4), by=petra)
    play(event)
    event.series.update(closed_at=timezone.now())
    with pytest.raises(TournamentError, match=r"Noch nicht abgeschlossen: Clubabend 6\. Januar 2026"):
        close_season(season, by=petra)


def test_season_created_by_mistake_is_deleted_unless_an_event_belongs_to_it(season, petra):
    event = put_into_season(make_event(players=0), season, Kind.TOURNAMENT, by=petra)
    with pytest.raises(TournamentError, match="Sie bleibt"):
        delete_season(season, by=petra)
    put_into_season(event, None, Kind.TOURNAMENT, by=petra)
    delete_season(season, by=petra)
    assert not models.Season.objects.exists()


# --- The next season ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("this", "following_one"),
    [
        (("Saison 2026", "2026-01-01", "2026-12-31"), ("Saison 2027", "2027-01-01", "2027-12-31")),
        (("Saison 2026/27", "2026-09-01", "2027-08-31"), ("Saison 2027/28", "2027-09-01", "2028-08-31")),
        (("1999/00", "1999-09-01", "2000-08-31"), ("2000/01", "2000-09-01", "2001-08-31")),
        (("Vereinsjahr", "2026-01-01", "2026-06-30"), ("Vereinsjahr 2", "2026-07-01", "2026-12-28")),
    ],
)
def test_next_season_continues_name_and_days(petra, this, following_one):
    name, first, last = this
    days = {"first_day": date.fromisoformat(first), "last_day": date.fromisoformat(last)}
    proposal = following(create_season(details(name=name, **days), by=petra))
    assert (proposal.name, str(proposal.first_day), str(proposal.last_day)) == following_one


def test_next_season_has_the_same_terms_rankings_and_weekday(season, petra):
    ladies = create_ranking(season, "Damen", Formula(join=Join.MEAN), category="Damen", by=petra)
    later = next_season(season, by=petra)
    assert (later.previous, later.weekday, later.dates.count()) == (season, 1, 52)
    usual, copied = later.rankings.all()
    assert usual.name == "Saisonwertung"
    assert (copied.name, copied.slug, copied.category) == ("Damen", ladies.slug, "Damen")
    assert copied.versions.get().formula == Formula(join=Join.MEAN)


def test_next_season_leaves_out_rankings_that_rest(season, petra):
    set_resting(create_ranking(season, "Versuch", by=petra), True, by=petra)
    assert [ranking.name for ranking in next_season(season, by=petra).rankings.all()] == ["Saisonwertung"]


# --- Events -------------------------------------------------------------------------------------------------------


def test_event_of_a_foreign_organiser_is_refused(season, petra):
    make_organiser(number="1-01", slug="unten")
    foreign = make_event(players=0, held_by=make_organiser(number="2", slug="fremd", name="Fremder Verein"))
    faults = faults_of(put_into_season, foreign, season, Kind.TOURNAMENT, by=petra)
    assert faults.keys() == {"season"}


def test_event_of_an_organiser_below_belongs_to_the_season_above(season, petra):
    below = make_event(players=0, held_by=make_organiser(number="1-01", slug="unten"))
    assert put_into_season(below, season, Kind.QUALIFIER, by=petra).season == season


def test_event_outside_the_span_is_refused_together_with_an_unknown_kind(season, petra):
    late = make_event(players=0, starts_at=datetime(2027, 1, 5, 19, tzinfo=UTC))
    faults = faults_of(put_into_season, late, season, "feier", by=petra)
    assert faults == {"season": "Der 5. Januar 2027 liegt nicht in der Saison.", "kind": "Diese Art gibt es nicht."}


def test_event_belongs_to_one_season_only(season, petra):
    other = create_season(details(name="Andere"), by=petra)
    event = put_into_season(make_event(players=0), season, Kind.TOURNAMENT, by=petra)
    faults = faults_of(put_into_season, event, other, Kind.TOURNAMENT, by=petra)
    assert faults == {"season": "Testpokal gehört schon zur Saison „Saison 2026“. Nehmen Sie es dort zuerst heraus."}


@pytest.mark.parametrize("kind", [Kind.EVENING, Kind.LEAGUE_DAY])
def test_copy_of_an_evening_or_a_match_day_is_a_tournament_outside_the_season(season, petra, kind):
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC), season=season, kind=kind)
    copy = copy_event(event, name="Pokal", starts_at=datetime(2026, 1, 10, 9, tzinfo=UTC), by=petra)
    assert (copy.season, copy.kind) == (None, Kind.TOURNAMENT)


@pytest.mark.parametrize("fields", [{"closed_at": timezone.now()}, {"elsewhere": "host"}, {"first_day": "2026-02-01"}])
def test_copy_joins_only_an_open_season_that_is_kept_here_and_includes_its_day(season, petra, fields):
    day = datetime(2026, 1, 10, 9, tzinfo=UTC)
    event = make_event(players=0, starts_at=day, season=season, kind=Kind.QUALIFIER)
    copy = copy_event(event, name="Pokal", starts_at=day, by=petra)
    assert (copy.season, copy.kind) == (season, Kind.QUALIFIER)
    models.Season.objects.update(**fields)
    assert copy_event(event, name="Pokal 2", starts_at=day, by=petra).season is None


def test_copy_joins_a_season_above_only_if_the_official_may_change_that_season(season, petra):
    below = make_organiser(number="1-01", slug="unten")
    event = make_event(players=0, held_by=below, season=season, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    chairs = [make_official(username=name) for name in ("unten", "oben")]
    for organiser, chair in zip((below, season.organiser), chairs, strict=True):
        make_office(organiser, chair, OfficeRole.CHAIR)
    copies = [copy_event(event, name=by.username, starts_at=event.starts_at, by=by) for by in chairs]
    assert [copy.season for copy in copies] == [None, season]


def test_evening_takes_the_date_of_its_day_and_gives_it_back(season, petra):
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    assert season.dates.get(day=date(2026, 1, 6)).event == event
    second = make_event(players=0, slug="zweiter", starts_at=datetime(2026, 1, 6, 20, tzinfo=UTC))
    assert faults_of(put_into_season, second, season, Kind.EVENING, by=petra).keys() == {"kind"}
    put_into_season(event, None, Kind.EVENING, by=petra)
    assert season.dates.get(day=date(2026, 1, 6)).event is None


def test_evening_on_a_day_without_a_date_adds_one(season, petra):
    event = make_event(players=0, starts_at=datetime(2026, 1, 8, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    assert season.dates.get(day=date(2026, 1, 8)).event == event


def test_evening_that_becomes_a_tournament_gives_its_date_back(season, petra):
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    season.dates.filter(event=event).update(announced_series=2)
    put_into_season(event, season, Kind.TOURNAMENT, by=petra)
    planned = season.dates.get(day=date(2026, 1, 6))
    assert (planned.event, planned.announced_series) == (None, None)


def test_evening_is_put_in_again_after_its_day_has_changed(season, petra):
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    models.Event.objects.update(starts_at=datetime(2026, 1, 8, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)
    assert season.dates.get(event=event).day == date(2026, 1, 8)


def test_date_moves_with_its_evening(season, petra):
    event = make_event(players=0, starts_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    put_into_season(event, season, Kind.EVENING, by=petra)

    def move(day: date) -> None:
        starts_at = datetime.combine(day, time(19), tzinfo=UTC)
        update_event(event, Announcement(name="Abend", starts_at=starts_at, bonus_mode="per_list"), by=petra)

    for day, words in ((date(2027, 1, 5), "liegt nicht in der Saison"), (date(2026, 1, 13), "schon ein Termin")):
        with pytest.raises(TournamentError, match=words) as refused:
            move(day)
        assert refused.value.about == "starts_at"
    move(date(2026, 1, 7))
    moved = season.dates.get(event=event)
    assert (moved.day, moved.moved_from) == (date(2026, 1, 7), date(2026, 1, 6))
    season.dates.filter(event=event).update(reason="Saal belegt")
    move(date(2026, 1, 8))
    assert season.dates.get(event=event).reason == "Saal belegt"
    move(date(2026, 1, 6))
    back = season.dates.get(event=event)
    assert (back.moved_from, back.reason) == (None, "")


# --- Who may see a season -----------------------------------------------------------------------------------------


def test_officials_of_the_only_organiser_see_its_seasons(season):
    entry = make_official(make_event(players=0), "entry", "erna")
    assert list(seasons_of(entry)) == [season]
    assert list(seasons_of(make_official(username="niemand"))) == []


def test_with_several_organisers_only_offices_see_a_season(season, petra):
    foreign = make_organiser(number="2", slug="fremd", name="Fremder Verein")
    entry = make_official(make_event(players=0), "entry", "erna")
    stranger, viewer = make_official(username="fritz"), make_official(username="vera")
    make_office(foreign, stranger, OfficeRole.CHAIR)
    make_office(season.organiser, viewer, OfficeRole.VIEWER)
    assert [list(seasons_of(user)) for user in (petra, entry, stranger, viewer)] == [[season], [], [], [season]]
