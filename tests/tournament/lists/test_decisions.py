"""Decisions of officials about a list."""

from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import enter, fill, make_complete

pytestmark = pytest.mark.django_db


def totals(spielliste: models.Spielliste) -> list[models.ListTotal]:
    return list(models.ListTotal.objects.filter(seat__table=spielliste.table).order_by("seat__number"))


def warnings(spielliste: models.Spielliste) -> list[str]:
    return [w.code for w in load(spielliste.pk).evaluation.warnings]


# Penalty points (§ 8.3)


def test_penalty_adds_to_the_result(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    decisions.add_penalty(spielliste, seat=3, game=4, points=100, reason="geworfen", expected=None, by=None)
    assert [t.penalties for t in totals(spielliste)] == [0, 0, 100, 0]
    assert totals(spielliste)[2].result == 12 * 30 - 20 + 100


def test_penalty_that_does_not_fit_the_hand_gets_a_warning_only(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    decisions.add_penalty(spielliste, seat=2, game=4, points=150, reason="geworfen", expected=None, by=None)
    assert warnings(spielliste) == ["penalty_does_not_fit"]
    assert totals(spielliste)[1].counts


def test_penalty_needs_reason_seat_game_and_points(spielliste: models.Spielliste) -> None:
    good: dict[str, Any] = {"seat": 1, "game": 1, "points": 100, "reason": "geworfen", "expected": None, "by": None}
    for wrong in ({"seat": 5}, {"game": 13}, {"points": 0}, {"reason": " "}):
        with pytest.raises(TournamentError):
            decisions.add_penalty(spielliste, **(good | wrong))
    assert not spielliste.penalties.exists()


def test_penalty_taken_back_leaves_the_result_as_before(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    penalty = decisions.add_penalty(spielliste, seat=3, game=4, points=100, reason="geworfen", expected=None, by=None)
    decisions.remove_penalty(penalty, reason="Einspruch", expected=None, by=None)
    assert totals(spielliste)[2].penalties == 0
    assert [r.reason for r in spielliste.revisions.order_by("number")[1:]] == ["geworfen", "Einspruch"]


def test_penalty_on_an_outdated_list_is_a_conflict(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(Conflict):
        decisions.add_penalty(spielliste, seat=3, game=1, points=100, reason="x", expected=0, by=None)


# Rows that remain by a ruling


def test_list_with_a_ruled_row_counts(spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    assert not totals(spielliste)[0].counts
    decisions.let_row_stand(spielliste, game=7, reason="so am Tisch bestätigt", expected=None, by=None)
    spielliste.refresh_from_db()
    assert spielliste.problems == 0
    assert all(total.counts for total in totals(spielliste))
    entries.check(spielliste, expected=None, by=None)


def test_ruled_row_may_be_impossible_in_the_database(spielliste: models.Spielliste) -> None:
    fill(spielliste, {7: "0 0 1 40"})
    decisions.let_row_stand(spielliste, game=7, reason="Spielleitung", expected=None, by=None)
    entries.complete(spielliste, expected=None, by=None)
    assert all(total.counts for total in totals(spielliste))
    assert not models.GameRow.objects.get(spielliste=spielliste, number=7).stands


def test_game_that_paper_left_empty_can_be_let_stand(spielliste: models.Spielliste) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    decisions.let_row_stand(spielliste, game=12, reason="nicht gespielt", expected=None, by=None)
    entries.complete(spielliste, expected=None, by=None)
    assert totals(spielliste)[1].result == 11 * 20 - 20


def test_ruling_revoked_marks_the_row_again(spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    ruling = decisions.let_row_stand(spielliste, game=7, reason="bestätigt", expected=None, by=None)
    decisions.revoke_ruling(ruling, reason="doch nicht", expected=None, by=None)
    spielliste.refresh_from_db()
    assert spielliste.problems == 1
    assert not totals(spielliste)[0].counts


def test_row_is_ruled_upon_once(spielliste: models.Spielliste) -> None:
    make_complete(spielliste, {7: "0 20 1 40"})
    decisions.let_row_stand(spielliste, game=7, reason="bestätigt", expected=None, by=None)
    with pytest.raises(TournamentError, match="schon entschieden"):
        decisions.let_row_stand(spielliste, game=7, reason="noch einmal", expected=None, by=None)


# Seats that are left


def test_vacated_seat_needs_no_more_points_and_its_list_does_not_count(spielliste: models.Spielliste) -> None:
    rows = {game: ["0", "20", "30", ""] for game in range(5, 13)}
    for game in range(1, 5):
        enter(spielliste, game, "0 20 30 40")
    decisions.leave_seat(spielliste, seat=4, from_game=5, reason="krank", expected=None, by=None)
    for game, cells in rows.items():
        enter(spielliste, game, cells)
    entries.complete(spielliste, expected=None, by=None)
    assert [t.counts for t in totals(spielliste)] == [True, True, True, False]
    assert [t.bonus for t in totals(spielliste)] == [20, 20, 20, 0]


def test_list_of_a_vacated_seat_counts_by_ruling(spielliste: models.Spielliste) -> None:
    for game in range(1, 12):
        enter(spielliste, game, "0 20 30 40")
    decisions.leave_seat(spielliste, seat=4, from_game=12, reason="Unfall", counts=True, expected=None, by=None)
    enter(spielliste, 12, ["0", "20", "30", ""])
    entries.complete(spielliste, expected=None, by=None)
    assert totals(spielliste)[3].counts


def test_seat_with_points_from_there_on_is_not_left(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    with pytest.raises(TournamentError, match="11, 12"):
        decisions.leave_seat(spielliste, seat=4, from_game=11, reason="krank", expected=None, by=None)


def test_return_to_a_seat_makes_its_games_missing_again(spielliste: models.Spielliste) -> None:
    vacancy = decisions.leave_seat(spielliste, seat=4, from_game=1, reason="krank", expected=None, by=None)
    enter(spielliste, 1, ["0", "20", "30", ""])
    decisions.return_to_seat(vacancy, reason="Irrtum", expected=None, by=None)
    spielliste.refresh_from_db()
    assert spielliste.games_in == 0
    assert not models.GameRow.objects.get(spielliste=spielliste).stands


def test_decisions_on_a_running_list_are_in_its_log(spielliste: models.Spielliste) -> None:
    decisions.leave_seat(spielliste, seat=4, from_game=2, reason="krank", expected=None, by=None)
    entry = models.LogEntry.objects.get(spielliste=spielliste)
    assert (entry.what, entry.game, entry.new) == (
        "vacancy",
        2,
        {"seat": 4, "from_game": 2, "counts": False, "reason": "krank"},
    )


def test_reason_for_taking_a_decision_back_stays_in_the_log(spielliste: models.Spielliste) -> None:
    penalty = decisions.add_penalty(spielliste, seat=3, game=4, points=100, reason="geworfen", expected=None, by=None)
    decisions.remove_penalty(penalty, reason="Einspruch", expected=None, by=None)
    last = spielliste.log.last()
    assert last is not None
    assert (last.old, last.new) == ({"seat": 3, "points": 100}, {"reason": "Einspruch"})
