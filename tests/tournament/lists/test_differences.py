"""The scorer's sums under the list against the sums of its entries (§ 2.2.5)."""

import pytest

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences_of
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking import differences
from romme_turnier.tournament.lists.checking.open_differences import open_differences
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.history_words import log_lines, log_title
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import fill, list_of, make_event, seat_series

pytestmark = pytest.mark.django_db

# Game 1 is not like the others, so that it is clear which entry explains a difference.
FIRST = {1: "0 23 37 58"}
MINUS = (0, 11 * 20 + 23, 11 * 30 + 37, 11 * 40 + 58)


@pytest.fixture
def spielliste() -> models.Spielliste:
    return fill(list_of(seat_series(make_event())), FIRST)


def claim(spielliste: models.Spielliste, seat: int = 3, total: int | None = None, result: int | None = None) -> None:
    entries.save_claims(
        spielliste, {seat: SeatClaim(total=total, result=result)}, expected=None, by=None, reason="Probe"
    )


def open_in(spielliste: models.Spielliste) -> tuple[Difference, ...]:
    return tuple(one.difference for one in open_differences(load(spielliste.pk)))


def unsettled_in(spielliste: models.Spielliste) -> tuple[Difference, ...]:
    return load(spielliste.pk).unsettled


def complete(spielliste: models.Spielliste) -> None:
    spielliste.refresh_from_db()
    entries.complete(spielliste, expected=None, by=None)


def test_open_differences_names_what_the_scorer_wrote_and_what_the_entries_give(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 36)
    (found,) = open_differences(load(spielliste.pk))
    assert found.difference == Difference(3, Figure.TOTAL, MINUS[2] + 36, MINUS[2])
    assert found.causes[0].code == "digits_transposed"


def test_mend_entry_closes_the_difference_when_the_paper_shows_another_number(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 36)
    differences.mend_entry(spielliste, game=1, entries={3: 73}, expected=None, by=None)
    assert open_in(spielliste) == ()
    row = models.GameRow.objects.get(spielliste=spielliste, number=1)
    assert list(row.entries.order_by("seat").values_list("points", flat=True)) == [0, 23, 73, 58]
    assert (row.finisher, row.handromme) == (1, False)


def test_mend_entry_keeps_the_readings_of_the_other_seats(spielliste: models.Spielliste) -> None:
    models.Reading.objects.create(spielliste=spielliste, game=1, seat=4, values=[53, 58])
    differences.mend_entry(spielliste, game=1, entries={3: 73}, expected=None, by=None)
    assert list(spielliste.readings.values_list("seat", "values")) == [(4, [53, 58])]


def test_mend_entry_keeps_a_reading_stored_since_the_list_was_read(spielliste: models.Spielliste) -> None:
    read_before = load(spielliste.pk).row
    models.Reading.objects.create(spielliste=spielliste, seat=4, game=1, values=[53, 58])
    differences.mend_entry(read_before, game=1, entries={3: 73}, expected=None, by=None)
    assert list(models.Reading.objects.values_list("seat", "values")) == [(4, [53, 58])]


def test_mend_entry_is_refused_when_the_list_has_changed_since(spielliste: models.Spielliste) -> None:
    with pytest.raises(Conflict):
        differences.mend_entry(spielliste, game=1, entries={3: 73}, expected=99, by=None)


def test_mend_claim_closes_the_difference_when_the_sum_was_mistyped(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=376, result=347)  # instead of 367
    differences.mend_claim(spielliste, seat=3, figure=Figure.TOTAL, value=367, expected=None, by=None)
    assert open_in(spielliste) == ()
    assert spielliste.claims.get(seat=3).result == 347


def test_blame_scorer_closes_the_difference_and_makes_a_revision_when_the_list_is_complete(
    spielliste: models.Spielliste,
) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    complete(spielliste)
    (found,) = open_in(spielliste)
    differences.blame_scorer(spielliste, found, expected=None, by=None)
    assert open_in(spielliste) == ()
    revision = spielliste.revisions.get(number=2)
    assert revision.content["scorer_errors"] == [
        {"seat": 3, "figure": "total", "claimed": MINUS[2] + 100, "computed": MINUS[2]}
    ]
    assert list(differences_of(load(spielliste.pk))) == []


def test_blame_scorer_has_the_player_told_when_the_list_is_complete(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    complete(spielliste)
    differences.blame_scorer(spielliste, *open_in(spielliste), expected=None, by=None)
    notice = models.Notice.objects.get(revision__spielliste=spielliste)
    assert (notice.seat, notice.old_result, notice.new_result) == (3, MINUS[2] - 20 + 100, MINUS[2] - 20)


def test_wrong_sum_above_a_right_result_changes_no_result(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 10, result=MINUS[2] - 20)
    complete(spielliste)
    differences.blame_scorer(spielliste, *open_in(spielliste), expected=None, by=None)
    notice = models.Notice.objects.get(revision__spielliste=spielliste)
    assert (notice.old_result, notice.new_result) == (MINUS[2] - 20, MINUS[2] - 20)


def test_blame_scorer_has_the_player_told_when_the_list_is_completed_later(spielliste: models.Spielliste) -> None:
    claim(spielliste, result=MINUS[2])
    differences.blame_scorer(spielliste, *open_in(spielliste), expected=None, by=None)
    assert not models.Notice.objects.exists()
    complete(spielliste)
    notice = models.Notice.objects.get(revision__number=1)
    assert (notice.seat, notice.old_result, notice.new_result) == (3, MINUS[2], MINUS[2] - 20)


def test_blame_scorer_closes_the_result_together_with_the_sum_it_follows_from(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100, result=MINUS[2] - 20 + 100)
    (found,) = open_in(spielliste)
    assert found.figure is Figure.TOTAL
    differences.blame_scorer(spielliste, found, expected=None, by=None)
    assert open_in(spielliste) == ()


def test_a_result_that_follows_from_a_wrong_sum_is_settled_with_this_sum_and_with_no_other(
    spielliste: models.Spielliste,
) -> None:
    claims = {2: SeatClaim(total=MINUS[1] + 7), 3: SeatClaim(total=MINUS[2] + 100, result=MINUS[2] - 20 + 100)}
    entries.save_claims(spielliste, claims, expected=None, by=None)
    other, wrong_sum, result = unsettled_in(spielliste)
    assert open_in(spielliste) == (other, wrong_sum)
    differences.blame_scorer(spielliste, other, expected=None, by=None)
    assert unsettled_in(spielliste) == (wrong_sum, result)
    differences.blame_scorer(spielliste, wrong_sum, expected=None, by=None)
    assert unsettled_in(spielliste) == ()


def test_a_closed_difference_is_open_again_when_one_of_its_figures_changes(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    (found,) = open_in(spielliste)
    differences.blame_scorer(spielliste, found, expected=None, by=None)
    differences.mend_entry(spielliste, game=1, entries={3: 73}, expected=None, by=None)
    assert [one.computed for one in open_in(spielliste)] == [MINUS[2] + 36]


def test_take_back_opens_the_difference_again(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    (found,) = open_in(spielliste)
    error = differences.blame_scorer(spielliste, found, expected=None, by=None)
    differences.take_back(error, expected=None, by=None)
    assert open_in(spielliste) == (found,)


def test_blame_scorer_is_refused_when_the_difference_is_gone(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    (found,) = open_in(spielliste)
    claim(spielliste, total=MINUS[2])
    with pytest.raises(Conflict):
        differences.blame_scorer(spielliste, found, expected=None, by=None)
    assert not spielliste.scorer_errors.exists()


def test_check_is_refused_while_a_difference_is_open(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 100)
    complete(spielliste)
    with pytest.raises(TournamentError, match="Abweichung"):
        entries.check(spielliste, expected=None, by=None)
    (found,) = open_in(spielliste)
    differences.blame_scorer(spielliste, found, expected=None, by=None)
    entries.check(spielliste, expected=None, by=None)
    spielliste.refresh_from_db()
    assert spielliste.status == models.Spielliste.Status.CHECKED


def test_history_of_an_open_list_names_a_blamed_scorer_and_its_end_in_words(spielliste: models.Spielliste) -> None:
    claim(spielliste, total=MINUS[2] + 36)
    error = differences.blame_scorer(spielliste, *open_in(spielliste), expected=None, by=None)
    differences.take_back(error, expected=None, by=None)
    rules = load(spielliste.pk).event.rules
    blamed, taken_back = spielliste.log.filter(what="scorer_error").order_by("pk")
    assert log_title(blamed) == "Abweichung als Fehler des Schreibers geklärt"
    assert log_title(taken_back) == "Klärung einer Abweichung zurückgenommen"
    assert log_lines(blamed, rules) == log_lines(taken_back, rules) == ["Platz 3: Summe laut Liste 403, gerechnet 367"]
