"""Repairing an existing seating: proposals, repairs, refusals and undoing."""

import pytest

from romme_turnier.tournament.models import Absence, Registration, Spielliste
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.repairs import apply_repair, hall_of, missing_in, propose, undo_repair
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, make_official, register, seat_series

pytestmark = pytest.mark.django_db

TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))


@pytest.fixture
def event():
    return make_event(players=11, clubs=0)


@pytest.fixture
def series(event):
    return seat_series(event, tables=TABLES)


def who(event, *numbers):
    return list(event.registrations.filter(number__in=numbers).order_by("number"))


def orders(series):
    return {table.number: list(table.seats) for table in hall_of(series).tables}


def make(series, missing=(), coming=(), which=0, **more):
    people = {"missing": who(series.event, *missing), "coming": who(series.event, *coming)}
    key = propose(series, **people).proposals[which].key
    return apply_repair(series, key, **people, reason=more.get("reason", ""), by=more.get("by"))


def test_proposing_changes_nothing(series):
    propose(series, missing=who(series.event, 2), coming=[])
    assert orders(series) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}


def test_proposal_says_what_it_does(series):
    words = propose(series, missing=who(series.event, 10), coming=[]).proposals[0].words
    assert words[0].startswith("Tisch ")
    assert "Nr. 10 Vera10 Spieler10 gibt Tisch 3, Platz 2 frei." in words
    assert any("wechselt von Tisch" in line for line in words)


def test_table_of_six_that_loses_one_is_called_by_its_size():
    event = make_event(players=13, clubs=0, ruleset="classic", table_size=6)
    series = seat_series(event, tables=((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)))
    proposed = propose(series, missing=who(event, 2), coming=[]).proposals[0].words
    assert "Tisch 1 wird ein Fünfertisch." in proposed
    assert any(line.endswith("rückt an Tisch 1 von Platz 6 auf Platz 2.") for line in proposed)
    proposed = propose(series, missing=[], coming=who(event, 13)).proposals[0].words
    assert "Tisch 1 wird ein Tisch mit 7 Plätzen." in proposed


def test_who_is_missing_leaves_and_is_noted_as_absent(series):
    make(series, missing=[2], reason="nach der Pause nicht da")
    assert orders(series)[1] == [1, 4, 3]
    absence = Absence.objects.get()
    assert (absence.registration.number, absence.series_number, absence.reason) == (2, 1, "nach der Pause nicht da")


def test_repair_is_kept_with_reason_author_and_both_states(series):
    official = make_official(series.event)
    repair = make(series, missing=[2], reason="krank", by=official)
    assert (repair.reason, repair.by) == ("krank", official)
    assert (repair.before, repair.after) == ({1: [1, 2, 3, 4]}, {1: [1, 4, 3]})


def test_latecomer_gets_a_seat_and_a_list_column(series):
    register(series.event, 12)
    make(series, coming=[12])
    assert orders(series)[3] == [9, 10, 11, 12]
    enter(list_of(series, 3), 1, "0 20 30 40")


def test_late_ones_get_a_new_table_with_the_next_number_of_the_hall(event):
    event.hall_tables = "1-3, 17"
    event.save()
    series = seat_series(event, tables=TABLES)
    for number in (12, 13, 14, 15):
        register(event, number)
    make(series, coming=[12, 13, 14, 15], which=0)
    assert sorted(orders(series)) == [1, 2, 3, 17]
    assert Spielliste.objects.filter(table__series=series, table__number=17, status="open").exists()


def test_table_that_is_dissolved_loses_its_list(event):
    series = seat_series(make_event(players=10, slug="zehn", clubs=0), tables=((1, 2, 3), (4, 5, 6), (7, 8, 9, 10)))
    make(series, missing=[1, 2])
    assert sorted(orders(series)) == [2, 3]
    assert orders(series)[2] == [4, 5, 6, 3]


def test_entered_lists_stay_untouched(series):
    enter(list_of(series, 1), 1, "0 20 30 40")
    version = list_of(series, 1).version
    make(series, missing=[10])
    assert orders(series)[1] == [1, 2, 3, 4]
    assert list_of(series, 1).version == version


def test_who_sits_where_games_are_entered_is_sent_to_that_list(series):
    enter(list_of(series, 1), 1, "0 20 30 40")
    answer = propose(series, missing=who(series.event, 2), coming=[])
    assert (answer.proposals, answer.written_table) == ((), 1)
    assert "Platz verlassen" in answer.why_not


def test_bound_is_named_when_nothing_is_possible(series):
    for table in (1, 2):
        enter(list_of(series, table), 1, "0 20 30 40")
    answer = propose(series, missing=who(series.event, 10), coming=[])
    assert "bleiben 2 Personen" in answer.why_not
    assert "§ 2.1.1" in answer.why_not


def test_house_player_fills_up_when_that_spares_a_move(series):
    register(series.event, 90, out_of_competition=True)
    Absence.objects.create(registration=who(series.event, 90)[0], series_number=1, at="2026-10-17T10:00Z")
    proposals = propose(series, missing=who(series.event, 10), coming=[]).proposals
    filled = proposals[-1]
    assert filled.filler is not None
    assert filled.repair.moved == ()
    apply_repair(series, filled.key, missing=who(series.event, 10), coming=[], reason="", by=None)
    assert orders(series)[3] == [9, 90, 11]
    assert not Absence.objects.filter(registration__number=90).exists()


def test_repair_is_refused_when_somebody_has_been_moved_since(series):
    people = {"missing": who(series.event, 2), "coming": []}
    key = propose(series, **people).proposals[0].key
    make(series, missing=[6])
    with pytest.raises(Conflict):
        apply_repair(series, key, **people, reason="", by=None)


def test_repair_is_refused_when_something_has_been_entered_since(series):
    people = {"missing": who(series.event, 10), "coming": []}
    key = propose(series, **people).proposals[0].key
    enter(list_of(series, 2), 1, "0 20 30 40")
    with pytest.raises(Conflict):
        apply_repair(series, key, **people, reason="", by=None)


def test_repair_of_a_closed_series_is_refused(event):
    series = seat_series(event, tables=TABLES)
    key = propose(series, missing=who(event, 2), coming=[]).proposals[0].key
    for table in (1, 2, 3):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        apply_repair(series, key, missing=who(event, 2), coming=[], reason="", by=None)


def test_undoing_seats_everybody_as_before(series):
    before = orders(series)
    repair = make(series, missing=[10])
    undo_repair(repair, by=None)
    assert orders(series) == before
    assert not Absence.objects.exists()
    repair.refresh_from_db()
    assert repair.undone_at is not None


def test_undoing_brings_back_a_table_and_takes_away_a_new_one(event):
    for number in (12, 13, 14):
        register(event, number)
    series = seat_series(event, tables=TABLES)
    before = orders(series)
    undo_repair(make(series, missing=[9, 10], coming=[12, 13, 14]), by=None)
    assert orders(series) == before


def test_undoing_is_refused_once_something_is_entered_there(series):
    repair = make(series, missing=[2])
    enter(list_of(series, 1), 1, "0 20 30")
    with pytest.raises(TournamentError, match="schon etwas eingetragen"):
        undo_repair(repair, by=None)


def test_undoing_is_refused_once_somebody_moved_there(series):
    first = make(series, missing=[2])
    make(series, missing=[3], which=0)
    with pytest.raises(TournamentError, match="spätere Änderung"):
        undo_repair(first, by=None)


def test_undoing_twice_is_refused(series):
    repair = make(series, missing=[2])
    undo_repair(repair, by=None)
    with pytest.raises(TournamentError, match="schon rückgängig"):
        undo_repair(repair, by=None)


def test_who_withdraws_is_missing_until_the_seating_is_repaired(series):
    withdraw(who(series.event, 2)[0], 1, by=None)
    assert [one.number for one in missing_in(series)] == [2]
    make(series, missing=[2])
    assert missing_in(series) == []
    assert who(series.event, 2)[0].status == Registration.Status.WITHDRAWN


def test_earlier_standings_stay_as_they_were(event):
    first = seat_series(event, tables=TABLES)
    for table in (1, 2, 3):
        make_checked(list_of(first, table))
    close_series(first, by=None)
    release = release_standings(event, 1, by=None)
    rows = release.rows
    second = apply_draw(propose_draw(event, 2, by=None), by=None)
    make(second, missing=[hall_of(second).tables[0].seats[0]])
    release.refresh_from_db()
    assert list(release.rows) == list(rows)
    assert [row.rank for row in standings_reading.standings(event, 1)] == [row.rank for row in rows]
