"""Entering, completing, checking and correcting the list of a table."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from romme_turnier.core.lists.claims import Figure
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.loaded_list import load, load_many
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import (
    enter,
    fill,
    list_of,
    make_checked,
    make_complete,
    make_event,
    make_official,
    seat_series,
)

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status


def row_of(spielliste: models.Spielliste, game: int) -> models.GameRow:
    return models.GameRow.objects.get(spielliste=spielliste, number=game)


def points_of(spielliste: models.Spielliste, game: int) -> list[int | None]:
    return [entry.points for entry in row_of(spielliste, game).entries.order_by("seat")]


def total_of(spielliste: models.Spielliste, seat: int) -> models.ListTotal:
    return models.ListTotal.objects.get(seat__table=spielliste.table, seat__number=seat)


def violations_of(spielliste: models.Spielliste) -> list[str]:
    return [v.code for v in load(spielliste.pk).evaluation.violations]


# Stored values


def test_row_is_stored_as_written_with_who_ended_it(spielliste: models.Spielliste) -> None:
    answer = enter(spielliste, 3, "37 0 55 12")
    row = row_of(spielliste, 3)
    assert (row.finisher, row.handromme, row.version) == (2, False, 1)
    assert points_of(spielliste, 3) == [37, 0, 55, 12]
    assert (answer.game, answer.version) == (3, 1)
    assert answer.row == {"finisher": 2, "handromme": False, "points": [37, 0, 55, 12], "readings": {}}


def test_worst_reading_counts_and_all_readings_are_kept(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "37/87 0 55 12")
    assert points_of(spielliste, 1)[0] == 87
    assert models.Reading.objects.get(spielliste=spielliste).values == [37, 87]


def test_readings_go_when_the_entry_is_cleared_up(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "37/87 0 55 12")
    enter(spielliste, 1, "37 0 55 12")
    assert not models.Reading.objects.filter(spielliste=spielliste).exists()
    assert points_of(spielliste, 1)[0] == 37


def test_two_finishers_are_stored_and_marked(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 0 55 12")
    spielliste.refresh_from_db()
    assert points_of(spielliste, 1) == [0, 0, 55, 12]
    assert (row_of(spielliste, 1).finisher, row_of(spielliste, 1).stands) == (None, False)
    assert violations_of(spielliste) == ["two_finishers"]
    assert spielliste.problems == 1


def test_one_point_is_stored_and_marked_and_the_list_does_not_count(spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE
    assert violations_of(spielliste) == ["points_too_low"]
    assert not models.ListTotal.objects.filter(seat__table=spielliste.table, counts=True).exists()


def test_nothing_readable_is_stored_and_the_game_is_missing(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, ["0", "?", "30", "40"])
    spielliste.refresh_from_db()
    assert points_of(spielliste, 1) == [0, None, 30, 40]
    assert spielliste.games_in == 0


def test_handromme_takes_fifty_off_at_once(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "* 37 55 45")
    assert (total_of(spielliste, 1).result, total_of(spielliste, 1).handrommes) == (-50, 1)


def test_bonus_comes_with_the_last_game_only(spielliste: models.Spielliste) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    assert total_of(spielliste, 2).bonus == 0
    enter(spielliste, 12, "0 20 30 40")
    assert (total_of(spielliste, 2).bonus, total_of(spielliste, 2).result) == (20, 220)


def test_row_beyond_the_list_is_refused(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="nur 12 Spiele"):
        enter(spielliste, 13, "0 20 30 40")


def test_row_of_another_number_of_seats_is_refused(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="Zahl der Plätze"):
        enter(spielliste, 1, "0 20 30")


def test_unreadable_cell_is_refused_whole(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="Spiel 1"):
        enter(spielliste, 1, "0 2o 30 40")
    assert not spielliste.rows.exists()


# Concurrent changes


def test_second_writer_of_a_row_gets_what_the_first_stored(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40", expected=0)
    with pytest.raises(Conflict) as conflict:
        enter(spielliste, 1, "0 21 30 40", expected=0)
    assert conflict.value.current["version"] == 1
    assert conflict.value.current["row"]["points"] == [0, 20, 30, 40]
    assert points_of(spielliste, 1) == [0, 20, 30, 40]


def test_list_whose_table_was_removed_meanwhile_is_refused_in_words(spielliste: models.Spielliste) -> None:
    models.Spielliste.objects.all().delete()
    with pytest.raises(TournamentError, match="gibt es nicht mehr"):
        load(spielliste.pk)


def test_same_row_typed_by_somebody_else_is_not_saved_twice(spielliste: models.Spielliste) -> None:
    petra = make_official(spielliste.table.series.event)
    row = parse_row(1, ("0", "20", "37/87", "40"))
    first = entries.save_row(spielliste, row, expected=0, by=None)
    rows_in_log = models.EventLog.objects.count()
    assert entries.save_row(spielliste, row, expected=0, by=petra, key="Petra's request") == first
    assert not models.SavedKey.objects.exists()  # each stored key belongs to a stored change
    spielliste.refresh_from_db()
    assert (spielliste.version, spielliste.log.count(), models.EventLog.objects.count()) == (1, 1, rows_in_log)


def test_same_points_without_their_readings_are_another_row(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 37/87 40")
    with pytest.raises(Conflict):
        enter(spielliste, 1, "0 20 87 40", expected=0)
    assert spielliste.readings.get().values == [37, 87]


def test_list_with_another_game_leaves_the_one_it_was_made_from(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 37/87 40")
    loaded = load(spielliste.pk)
    changed = loaded.with_game(Game(1, 2, False, (10, 0, 30, 40)), {}).with_game(Game(2, 1, False, (0, 9, 9, 9)), {})
    assert [row.version for row in loaded.rows.values()] == [1]
    assert (loaded.sheet.games[0].points, loaded.sheet.readings[0].values) == ((0, 20, 87, 40), (37, 87))
    assert [(row.number, row.version) for row in changed.rows.values()] == [(1, 2), (2, 1)]
    assert (changed.readings, changed.evaluation.totals[0].minus) == ((), 10)


def test_two_writers_of_different_rows_do_not_meet(spielliste: models.Spielliste) -> None:
    mine, theirs = load(spielliste.pk).row, load(spielliste.pk).row
    enter(mine, 1, "0 20 30 40", expected=0)
    enter(theirs, 2, "20 0 30 40", expected=0)
    spielliste.refresh_from_db()
    assert (spielliste.version, spielliste.games_in) == (2, 2)


def test_decision_on_an_outdated_list_is_a_conflict(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(Conflict):
        entries.save_claims(spielliste, {1: SeatClaim(total=5)}, expected=0, by=None)
    assert not spielliste.claims.exists()


# The log of a running list


def test_log_says_who_wrote_what_instead_of_what(spielliste: models.Spielliste) -> None:
    official = make_official(username="erfassung")
    enter(spielliste, 1, "0 20 30 40", by=official)
    enter(spielliste, 1, "0 25 30 40", by=official)
    last = models.LogEntry.objects.filter(spielliste=spielliste).last()
    assert last is not None
    assert (last.what, last.game, last.row_version, last.by) == ("row", 1, 2, official)
    old, new = last.old or {}, last.new or {}
    assert (old["points"], new["points"]) == ([0, 20, 30, 40], [0, 25, 30, 40])


def test_versions_of_list_and_row_have_no_gaps(spielliste: models.Spielliste) -> None:
    for cells in ("0 20 30 40", "0 21 30 40", "0 22 30 40"):
        enter(spielliste, 4, cells)
    log = models.LogEntry.objects.filter(spielliste=spielliste)
    assert list(log.values_list("version", "row_version")) == [(1, 1), (2, 2), (3, 3)]


# From open to checked


def test_list_is_not_complete_while_games_are_missing(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(TournamentError, match="2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"):
        entries.complete(spielliste, expected=None, by=None)


def test_refusal_says_that_all_readings_of_a_game_without_a_clear_end_can_be_noted(
    spielliste: models.Spielliste,
) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 0 30 40" if game == 5 else "0 20 30 40")
    with pytest.raises(TournamentError) as refusal:
        entries.complete(spielliste, expected=None, by=None)
    assert refusal.value.message == (
        "Spiel 12 fehlt noch. In Spiel 5 ist nicht klar, wer es beendet hat. "
        "Berichtigen Sie die Zeile, oder die Spielleitung vermerkt alle Lesarten (§ 2.2.6)."
    )


def test_list_goes_from_open_to_complete_to_checked(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    statuses = []
    for step in (entries.complete, entries.check):
        step(spielliste, expected=None, by=None)
        spielliste.refresh_from_db()
        statuses.append(spielliste.status)
    assert statuses == [Status.COMPLETE, Status.CHECKED]


def test_open_list_is_not_checked(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError):
        entries.check(spielliste, expected=None, by=None)


def test_list_with_a_violation_is_not_checked(spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    with pytest.raises(TournamentError, match="noch Fehler"):
        entries.check(spielliste, expected=None, by=None)


def test_list_with_a_game_taken_out_again_is_not_checked(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    enter(spielliste, 5, ["", "", "", ""], reason="falscher Tisch")
    with pytest.raises(TournamentError, match="noch Fehler"):
        entries.check(spielliste, expected=None, by=None)


def test_check_is_taken_back_for_a_reason(spielliste: models.Spielliste) -> None:
    make_checked(spielliste)
    with pytest.raises(TournamentError, match="Grund"):
        entries.uncheck(spielliste, expected=None, by=None, reason=" ")
    entries.uncheck(spielliste, expected=None, by=None, reason="falsch gelesen")
    spielliste.refresh_from_db()
    assert spielliste.status == Status.COMPLETE


def test_invalid_list_does_not_count_until_that_is_revoked(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    entries.declare_invalid(spielliste, expected=None, by=None, reason="mit Bleistift geführt")
    assert not total_of(spielliste, 1).counts
    entries.revoke_invalid(spielliste, expected=None, by=None, reason="Einspruch")
    spielliste.refresh_from_db()
    assert (spielliste.status, spielliste.invalid_reason) == (Status.COMPLETE, "")
    assert total_of(spielliste, 1).counts


def test_running_list_declared_invalid_is_open_again_when_that_is_revoked(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    entries.declare_invalid(spielliste, expected=None, by=None, reason="verloren")
    entries.revoke_invalid(spielliste, expected=None, by=None, reason="gefunden")
    spielliste.refresh_from_db()
    assert spielliste.status == Status.OPEN


def test_invalid_needs_a_reason(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="Grund"):
        entries.declare_invalid(spielliste, expected=None, by=None, reason="  ")


# Corrections afterwards


def test_correction_after_complete_needs_a_reason(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    with pytest.raises(TournamentError, match="Grund"):
        enter(spielliste, 1, "0 25 30 40")
    assert points_of(spielliste, 1) == [0, 20, 30, 40]


def test_correction_after_complete_is_revision_two_with_consent(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    enter(spielliste, 1, "0 25 30 40", reason="verschrieben", consent=[2, 1])
    revision = spielliste.revisions.get(number=2)
    assert (revision.reason, revision.consent) == ("verschrieben", [1, 2])
    assert revision.content["games"][0]["points"] == [0, 25, 30, 40]
    assert revision.previous_hash == spielliste.revisions.get(number=1).hash


def test_closed_series_refuses_every_change(series: models.Series, spielliste: models.Spielliste) -> None:
    make_checked(spielliste)
    series.closed_at = timezone.now()
    series.save()
    with pytest.raises(TournamentError, match="gesperrt"):
        enter(spielliste, 1, "0 25 30 40", reason="zu spät")
    with pytest.raises(TournamentError, match="gesperrt"):
        entries.uncheck(spielliste, expected=None, by=None, reason="zu spät")
    assert spielliste.revisions.count() == 2


# The scorer's sums


def test_claimed_sums_are_stored_even_if_they_are_wrong(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    entries.save_claims(
        spielliste, {2: SeatClaim(total=204, finished=0)}, expected=None, by=None, reason="Summen nachgetragen"
    )
    fresh = load(spielliste.pk)
    evaluation = fresh.evaluation
    assert [(one.seat, one.figure, one.claimed) for one in evaluation.differences] == [(2, Figure.TOTAL, 204)]
    assert (evaluation.warnings, fresh.row.problems) == ((), 0)
    assert total_of(spielliste, 2).counts


# Constraints of the database


def test_database_refuses_a_standing_row_outside_its_bounds(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    for points in (1, 198, None):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.GameEntry.objects.filter(row__spielliste=spielliste, seat=2).update(points=points)
    with pytest.raises(IntegrityError), transaction.atomic():
        models.GameRow.objects.filter(spielliste=spielliste).update(finisher=None)


def test_database_refuses_a_total_that_is_not_the_sum(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(IntegrityError), transaction.atomic():
        models.ListTotal.objects.filter(seat__table=spielliste.table).update(result=1)


# Stored totals and the core


CELLS = st.sampled_from(["0", "R", "*", "1", "2", "20", "37/87", "197", "198", "?", "H5", "0?", ""])
STEPS = st.lists(st.tuples(st.integers(1, 3), st.lists(CELLS, min_size=3, max_size=3)), min_size=1, max_size=8)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, left=st.none() | st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_stored_totals_equal_the_core_after_any_saves(
    db: None, steps: list[tuple[int, list[str]]], left: tuple[int, int] | None
) -> None:
    with transaction.atomic():
        event = make_event(players=3, games_per_list=3, slug="zufall")
        spielliste = list_of(seat_series(event, tables=[[1, 2, 3]]))
        if left:
            decisions.leave_seat(spielliste, seat=left[0], from_game=left[1], reason="krank", expected=None, by=None)
        for game, cells in steps:
            enter(spielliste, game, cells)
            fresh = load(spielliste.pk)
            evaluation = fresh.evaluation
            assert fresh.row.problems == len(evaluation.violations)
            assert fresh.row.games_in == 3 - len(evaluation.missing)
            stored = [total_of(spielliste, seat) for seat in (1, 2, 3)]
            assert [t.result for t in stored] == [t.total for t in evaluation.totals]
            assert [t.minus for t in stored] == [t.minus for t in evaluation.totals]
            assert [t.finished for t in stored] == [t.finished for t in evaluation.totals]
            faulty = {v.params["game"] for v in evaluation.violations} | set(evaluation.missing)
            assert {row.number for row in fresh.rows.values() if row.stands}.isdisjoint(faulty)
        transaction.set_rollback(True)


def test_saving_a_row_costs_a_fixed_number_of_queries(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    row = parse_row(2, ["0", "20", "30", "40"])
    fresh = models.Spielliste.objects.get(pk=spielliste.pk)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        entries.save_row(fresh, row, expected=0, by=None, key="k" * 32)
    assert len(queries) <= 28  # two for the readings of how a game ended


def test_names_at_a_list_are_read_with_it(spielliste, django_assert_num_queries):
    """Every poll of a phone shows them; whether a name is shown depends on the event."""
    for read in (load(spielliste.pk), *load_many(models.Spielliste.objects.filter(pk=spielliste.pk))):
        with django_assert_num_queries(0):
            assert [str(seat.registration.hall_name) for seat in read.seats] == [
                "Vera1 S.",
                "Vera2 S.",
                "Vera3 S.",
                "Vera4 S.",
            ]
