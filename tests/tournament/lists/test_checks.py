"""Checking all lists of a series together: only lists without anything left to examine."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.checks import check_faultless
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.entries import SeatClaim
from tests.cast import Cast
from tests.factories import enter, fill, list_of, make_checked, make_complete, make_event, seat_series

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status
Paper = models.HandIn.Custody
FAULTLESS, SIGNED, FAULTY, SUM_DIFFERS, UNSIGNED, LOST, STARTED, CHECKED = range(1, 9)


@pytest.fixture
def event() -> models.Event:
    return make_event(players=32)


@pytest.fixture
def series(event: models.Event) -> models.Series:
    """Eight tables, each with another reason to be checked or not."""
    series = seat_series(event, tables=[list(range(n, n + 4)) for n in range(1, 32, 4)])
    make_complete(list_of(series, FAULTLESS))
    record_hand_in(make_complete(list_of(series, SIGNED)), paper=Paper.IN, expected=0, by=None)
    make_complete(list_of(series, FAULTY), {7: "0 20 1 40"})
    entries.save_claims(fill(list_of(series, SUM_DIFFERS)), {2: SeatClaim(total=241)}, expected=None, by=None)
    entries.complete(list_of(series, SUM_DIFFERS), expected=None, by=None)
    record_hand_in(make_complete(list_of(series, UNSIGNED)), paper=Paper.IN, unsigned=[2], expected=0, by=None)
    record_hand_in(make_complete(list_of(series, LOST)), paper=Paper.LOST, expected=0, by=None)
    enter(list_of(series, STARTED), 1, "0 20 30 40")
    make_checked(list_of(series, CHECKED))
    return series


def test_lists_without_faults_are_checked_at_once(series: models.Series, cast: Cast) -> None:
    assert check_faultless(series, by=cast.petra) == [FAULTLESS, SIGNED]
    statuses = [list_of(series, table).status for table in range(1, 9)]
    complete = [Status.COMPLETE] * 4
    assert statuses == [Status.CHECKED, Status.CHECKED, *complete, Status.OPEN, Status.CHECKED]
    assert list_of(series, FAULTLESS).revisions.latest("number").by == cast.petra


def test_nothing_is_done_and_nothing_logged_when_none_waits(series: models.Series, cast: Cast) -> None:
    check_faultless(series, by=cast.petra)
    logged = models.EventLog.objects.count()
    assert check_faultless(series, by=cast.petra) == []
    assert models.EventLog.objects.count() == logged


@pytest.mark.parametrize(
    ("table", "state"),
    [
        (FAULTLESS, models.ListState.COMPLETE),
        (SIGNED, models.ListState.SIGNED),
        (FAULTY, models.ListState.FAULTY),
        (STARTED, models.ListState.STARTED),
        (CHECKED, models.ListState.CHECKED),
    ],
)
def test_state_of_a_list_follows_from_what_is_stored(
    series: models.Series, table: int, state: models.ListState
) -> None:
    assert list_of(series, table).state is state


@pytest.mark.parametrize(
    ("paper", "state"),
    [
        (Paper.OUT, models.ListState.AT_TABLE),
        (Paper.IN, models.ListState.HANDED_IN),
        (Paper.LOST, models.ListState.LOST),
    ],
)
def test_state_of_an_empty_list_is_where_its_paper_is(paper: str, state: models.ListState) -> None:
    spielliste = list_of(seat_series(make_event()))
    assert spielliste.state is models.ListState.AT_TABLE
    record_hand_in(spielliste, paper=paper, expected=0, by=None)
    assert list_of(spielliste.table.series).state is state


def test_list_that_was_checked_and_is_faulty_again_needs_somebody(series: models.Series, cast: Cast) -> None:
    enter(list_of(series, CHECKED), 3, "0 20 1 40", reason="verlesen", by=cast.petra)
    assert list_of(series, CHECKED).state is models.ListState.FAULTY
