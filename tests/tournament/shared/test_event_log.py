"""The log of an event: contents of a row, omitted data, numbers without gaps, rows that never change."""

from datetime import timedelta
from decimal import Decimal

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.disputes import cases
from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.events import officials
from romme_turnier.tournament.events.announcements import Announcement, create_event
from romme_turnier.tournament.hall import clock
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking import second_reading
from romme_turnier.tournament.models.fields import RowIsFinal
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants import categories, deletion, registrations, teams
from romme_turnier.tournament.participants.register import merging
from romme_turnier.tournament.participants.self_registration import Person, RegistrationDetails, register_alone
from romme_turnier.tournament.seasons.competitions.league import LeagueTerms, change_league, create_league
from romme_turnier.tournament.seasons.competitions.qualification import qualify
from romme_turnier.tournament.seasons.competitions.quotas import create_stage
from romme_turnier.tournament.seasons.rankings import rename_ranking
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from romme_turnier.tournament.shared.service import dry_run, frame
from tests.factories import (
    list_of,
    make_event,
    make_official,
    make_open_event,
    make_season,
    one,
    register,
    seat_series,
)
from tests.tournament.seasons.competitions.tables import make_edition

pytestmark = pytest.mark.django_db

Role = models.EventRole.Role


@pytest.fixture
def petra(event: models.Event) -> User:
    return make_official(event, Role.DIRECTOR, "petra")


def last(event: models.Event) -> models.EventLog:
    return event.record.latest("number")


def test_row_names_official_action_subject_and_reason(event: models.Event, petra: User) -> None:
    registrations.exclude(one(event, 3), 2, reason="Betrug", by=petra)
    row = last(event)
    assert (row.number, row.verb, row.by, row.reason) == (1, "registrations.exclude", petra, "Betrug")
    assert (row.subject_kind, row.subject_pk, row.subject_number) == ("registration", one(event, 3).pk, "3")


def test_row_keeps_old_and_new_values_of_what_changed(event: models.Event, petra: User) -> None:
    registrations.withdraw(one(event, 3), 2, by=petra)
    key = f"registration:{one(event, 3).pk}"
    assert last(event).old[key] == {"status": "active", "left_before_series": None}
    assert last(event).new[key] == {"status": "withdrawn", "left_before_series": 2}


def test_roles_are_logged_before_and_after(event: models.Event, petra: User) -> None:
    ella = make_official(event, Role.ENTRY, "ella")
    officials.set_roles(event, ella, [Role.REFEREE], by=petra)
    assert (last(event).old["roles"], last(event).new["roles"]) == (["entry"], ["referee"])
    assert (last(event).subject_kind, last(event).subject_pk) == ("user", ella.pk)


def test_members_of_a_team_are_logged_before_and_after(event: models.Event, petra: User) -> None:
    team = teams.create_team(event, "Nord", [one(event, 1), one(event, 2)], by=petra)
    teams.update_team(team, "Nord", [one(event, 2), one(event, 3)], substitutes=[], by=petra)
    first, second, third = (f"registration:{one(event, number).pk}" for number in (1, 2, 3))
    assert (last(event).old["members"], last(event).new["members"]) == ([first, second], [second, third])


def test_only_the_outermost_verb_leaves_a_row(event: models.Event, petra: User) -> None:
    officials.add_official(event, make_official(username="ella").username, [Role.ENTRY], by=petra)
    assert [row.verb for row in event.record.all()] == ["officials.add_official"]


def test_frame_takes_the_name_of_what_is_done_in_it(event: models.Event, petra: User) -> None:
    dispute = cases.call_referee(event, Call(facts="Streit"), by=petra)
    spielliste = list_of(seat_series(event))

    def penalise() -> models.Penalty:
        return decisions.add_penalty(spielliste, seat=1, game=1, points=20, reason="§ 4", expected=None, by=petra)

    cases.because_of(dispute, "Strafpunkte", penalise, by=petra)
    assert event.record.count() == 2
    assert (last(event).verb, last(event).new["because_of"]) == ("decisions.add_penalty", 1)
    assert (last(event).subject_kind, last(event).subject_number) == ("spielliste", "1/1")


def test_row_typed_by_another_official_is_recorded_at_the_dispute_once(event: models.Event, petra: User) -> None:
    dispute = cases.call_referee(event, Call(facts="Streit"), by=petra)
    spielliste, row = list_of(seat_series(event)), parse_row(1, ("0", "20", "30", "40"))
    entries.save_row(spielliste, row, expected=0, by=make_official(event, Role.ENTRY, "ella"))

    def correct() -> object:
        return entries.save_row(spielliste, row, expected=0, by=petra)

    for _click in range(2):
        cases.because_of(dispute, "Spiel 1", correct, by=petra)
    assert (event.record.count(), dispute.effects.count()) == (3, 1)
    assert (last(event).verb, last(event).by, last(event).new["because_of"]) == ("entries.save_row", petra, 1)


def test_announcement_with_categories_is_one_act(petra: User) -> None:
    plain = Announcement(name="Herbstpokal", starts_at=make_event(slug="x").starts_at, bonus_mode="per_list")
    event = categories.with_categories(lambda: create_event(plain, by=petra), ["Damen"])
    assert [row.verb for row in event.record.all()] == ["announcements.create_event"]
    assert last(event).new["categories"] == ["Damen"]


def test_frame_is_logged_although_its_second_verb_changes_nothing(event: models.Event, petra: User) -> None:
    @frame
    def withdraw_and_resume() -> None:
        registrations.withdraw(one(event, 8), 2, by=petra)
        second_reading.begin(spielliste, by=petra)

    spielliste = list_of(seat_series(event))
    second_reading.begin(spielliste, by=petra)
    withdraw_and_resume()
    assert last(event).verb == "registrations.withdraw"


def test_trial_leaves_nothing(event: models.Event, petra: User) -> None:
    seen = dry_run(lambda: registrations.withdraw(one(event), 2, by=petra), lambda: one(event).status)
    assert seen == "withdrawn"
    assert not event.record.exists()


def test_refused_verb_leaves_nothing_and_no_gap(event: models.Event, petra: User) -> None:
    series = seat_series(event)
    clock.set_minutes(series, 60, by=petra)
    with pytest.raises(TournamentError):
        clock.set_minutes(series, 0, by=petra)
    clock.start_clock(series, by=petra)
    assert [row.number for row in event.record.all()] == [1, 2]


def test_setting_the_same_playing_time_is_an_act_without_a_change(event: models.Event, petra: User) -> None:
    series = seat_series(event, 1)
    clock.set_minutes(series, 60, by=petra)
    clock.set_minutes(series, 60, by=petra)
    assert [row.verb for row in event.record.all()] == ["clock.set_minutes"] * 2
    assert (last(event).old, last(event).new) == ({}, {})


def test_every_receipt_of_an_act_is_named(petra: User) -> None:
    event = make_event(slug="zahlung", entry_fee=Decimal(10))
    team = teams.create_team(event, "Nord", [one(event, 1), one(event, 2)], by=petra)
    fees.pay_team(team, key="k", by=petra)
    assert last(event).new["receipts"] == [f"ledgerentry:{entry.pk}" for entry in event.ledger.order_by("number")]


def test_same_request_again_leaves_no_second_row(petra: User) -> None:
    event = make_event(slug="zahlung", entry_fee=Decimal(10))
    spielliste, row = list_of(seat_series(event)), parse_row(1, ("0", "20", "30", "40"))
    for _time in range(2):
        entries.save_row(spielliste, row, expected=0, by=petra, key="zeile")
        fees.pay(one(event), key="zahlung", by=petra)
    assert [row.verb for row in event.record.all()] == ["entries.save_row", "fees.pay"]


def test_import_is_logged_although_none_of_its_players_owes_the_fee_that_the_file_marks_as_paid(petra: User) -> None:
    event = make_event(players=0, slug="frei")
    entry = registrations.Entry(first_name="Vera", last_name="Neu", paid=True)
    registrations.register_rows(event, [entry], method="cash", by=petra)
    assert [row.verb for row in event.record.all()] == ["registrations.register_rows"]


def test_second_reading_that_is_gone_on_with_or_not_at_its_end_is_no_act(event: models.Event, petra: User) -> None:
    spielliste = list_of(seat_series(event))
    entries.save_row(spielliste, parse_row(1, ("0", "20", "30", "40")), expected=0, by=None)
    for _time in range(2):
        reading = second_reading.begin(spielliste, by=petra)
    assert not second_reading.finish(reading, by=petra)
    assert [row.verb for row in event.record.all()] == ["entries.save_row", "second_reading.begin"]


def test_change_of_a_list_points_at_the_log_and_the_revisions_of_the_list(event: models.Event, petra: User) -> None:
    spielliste = list_of(seat_series(event))
    entries.save_row(spielliste, parse_row(4, ("0", "20", "30", "40")), expected=0, by=petra)
    entry = spielliste.log.get()
    assert last(event).new == {"lists": [{"list": "1/1", "entry": entry.version, "game": 4}]}
    entries.declare_invalid(spielliste, expected=None, by=petra, reason="unleserlich")
    assert {"list": "1/1", "revision": 1} in last(event).new["lists"]


def test_conflict_on_a_list_leaves_nothing(event: models.Event, petra: User) -> None:
    spielliste = list_of(seat_series(event))
    with pytest.raises(Conflict):
        entries.save_row(spielliste, parse_row(1, ("0", "20", "30", "40")), expected=7, by=petra)
    assert not event.record.exists()


def test_log_keeps_no_names_links_or_addresses(petra: User) -> None:
    event = make_open_event(slug="offen", bank_details="DE02120300000000202051")
    person = Person(first_name="Berta", last_name="Geheimnis")
    registered = register_alone(event, person, RegistrationDetails(contact="berta@example.org", club="RC Nord"))
    said = "an berta@example.org und auf DE02 1203 0000 0000 2020 51 zurück"
    registrations.exclude(registered, 1, reason=said, by=petra)
    kept = " ".join(f"{row.reason} {row.old} {row.new}" for row in event.record.all())
    for secret in ("Berta", "Geheimnis", "berta@", "2020", str(registered.token), registered.salt):
        assert secret not in kept
    assert last(event).reason == "an … und auf … zurück"


def test_change_of_a_name_is_logged_without_the_name(event: models.Event) -> None:
    club = models.Club.objects.create(name="RC Nord")
    keep, drop = (models.Player.objects.create(first_name="Vera", last_name=name) for name in ("Eins", "Zwei"))
    register(event, 77, first_name="X", last_name="Y")
    drop.club = club
    drop.save()
    merging.merge_players(keep, drop, by=None)
    row = models.EventLog.objects.get(event=None)
    assert row.new[f"player:{keep.pk}"] == {"club": club.pk}
    assert row.old[f"player:{drop.pk}"] == {"club": club.pk}


def test_deleted_registration_stays_named_by_its_number(event: models.Event, petra: User) -> None:
    pk = one(event, 8).pk
    deletion.delete_registration(one(event, 8), by=petra)
    assert (last(event).subject_pk, last(event).subject_number) == (pk, "8")
    assert f"registration:{pk}" in last(event).old
    assert f"registration:{pk}" not in last(event).new


def test_numbers_of_events_do_not_meet(event: models.Event, petra: User) -> None:
    other = seat_series(make_event(slug="anderer"))
    for series in (seat_series(event), other):
        clock.set_minutes(series, 60, by=petra)
    assert [row.number for row in models.EventLog.objects.order_by("pk")] == [1, 1]


def test_rows_can_neither_be_changed_nor_deleted(event: models.Event, petra: User) -> None:
    clock.set_minutes(seat_series(event), 60, by=petra)
    row = last(event)
    row.at -= timedelta(days=1)
    for change in (row.save, row.delete, event.record.all().delete, lambda: event.record.update(reason="")):
        with pytest.raises(RowIsFinal):
            change()


def test_acts_of_a_season_name_their_subject_without_words_of_events() -> None:
    """A ranking is the subject of its acts; "Reihenfolge", "Tisch" are words for play-offs and lists."""
    chief = User.objects.create_superuser("chief")
    season = make_season()
    edition = make_edition(season, [1, 2])
    rename_ranking(edition.ranking, "Jahreswertung", by=chief)
    stage = create_stage(season, "Finale", None, by=chief)
    qualify(stage, edition, 1, by=chief)
    league = create_league(season, LeagueTerms(name="Oberliga"), [["RC Herz", "RC Karo"]], by=chief)
    change_league(league, LeagueTerms(name="Oberliga", promoted=1), [["RC Herz", "RC Pik"]], by=chief)
    lines = log_lines(list(models.EventLog.objects.order_by("pk")))
    assert [line.subject for line in lines] == [
        "Wertung Jahreswertung",
        "Saison 2026",
        "Stufe der Meisterschaft Finale",
        "Saison 2026",
        "Liga Oberliga",
    ]
    told = " | ".join(change for line in lines for change in line.changes)
    assert not {word for word in ("Reihenfolge", "Tisch", "RC Herz") if word in told}, told
