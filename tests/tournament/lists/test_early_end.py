"""Ending lists early: one step for a list, one for a series, each with its undo."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection, transaction

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange import integrity
from romme_turnier.tournament.lists import early_end, entries
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import enter, list_of, make_event, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> models.Series:
    series = seat_series(make_event())
    for table, games in ((1, 9), (2, 11)):
        for game in range(1, games + 1):
            enter(list_of(series, table), game, "0 20 30 40")
    return series


def test_list_of_nine_games_is_ended_in_one_step_and_counts(series: models.Series) -> None:
    listed = list_of(series)
    early_end.end_early(listed, reason="Zeit um", by=None)
    assert [ruling.game for ruling in early_end.ended_early(load(listed.pk))] == [10, 11, 12]
    entries.complete(listed, expected=None, by=None)
    totals = models.ListTotal.objects.filter(seat__table=listed.table).order_by("seat__number")
    assert [(total.result, total.counts) for total in totals] == [
        (-20, True),
        (9 * 20 - 20, True),
        (9 * 30 - 20, True),
        (9 * 40 - 20, True),
    ]
    assert not list(integrity.differences(series.event))


def test_early_end_is_taken_back_in_one_step(series: models.Series) -> None:
    listed = list_of(series)
    early_end.end_early(listed, reason="Zeit um", by=None)
    early_end.play_on(listed, reason="doch noch Zeit", by=None)
    assert load(listed.pk).evaluation.missing == (10, 11, 12)
    with pytest.raises(TournamentError, match="nicht vorzeitig beendet"):
        early_end.play_on(listed, reason="noch einmal", by=None)


def test_series_is_ended_and_resumed_in_one_step_each(series: models.Series) -> None:
    early_end.end_series_early(series, [1, 2], reason="Saal schließt", by=None)
    assert all(loaded.evaluation.complete for loaded in early_end.lists_of(series))
    log = models.EventLog.objects.order_by("-pk").first()
    assert log is not None
    assert log.verb == "early_end.end_series_early"
    early_end.play_series_on(series, [1, 2], reason="doch nicht", by=None)
    assert [loaded.evaluation.missing for loaded in early_end.lists_of(series)] == [(10, 11, 12), (12,)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="has one writer, so nobody types meanwhile")
@pytest.mark.django_db(transaction=True)
def test_game_that_is_typed_at_the_same_time_needs_no_ruling(series: models.Series) -> None:
    def end() -> None:
        try:
            early_end.end_series_early(series, [2], reason="Saal schließt", by=None)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            enter(list_of(series, 2), 12, "0 20 30 40")
            ended = pool.submit(end)
            with suppress(TimeoutError):
                ended.result(0.5)
        with pytest.raises(TournamentError, match="fehlt kein Spiel"):
            ended.result()
    assert not models.RowRuling.objects.exists()


def test_no_list_is_ended_early_without_games_with_a_gap_or_without_reason(series: models.Series) -> None:
    empty = list_of(seat_series(series.event, 2))
    with pytest.raises(TournamentError, match="noch kein Spiel"):
        early_end.end_early(empty, reason="Zeit um", by=None)
    enter(empty, 3, "0 20 30 40")
    with pytest.raises(TournamentError, match=r"Spiel 1 ist nicht vollständig.*„Spiel gelten lassen“"):
        early_end.end_early(empty, reason="Zeit um", by=None)
    with pytest.raises(TournamentError, match="Grund"):
        early_end.end_early(list_of(series), reason=" ", by=None)
    assert not models.RowRuling.objects.exists()


def test_meaning_of_fewer_games_follows_the_direction_of_scoring(series: models.Series) -> None:
    assert "besser" in " ".join(early_end.meaning_of_fewer_games(series.event.terms))
    stairs = make_event(slug="treppe", ruleset="treppenromme")
    assert "schlechter" in " ".join(early_end.meaning_of_fewer_games(stairs.terms))
    scored = make_event(slug="wertung", scoring="scoring_points")
    assert "weniger Wertungspunkte: Der Tisch steht schlechter da" in " ".join(
        early_end.meaning_of_fewer_games(scored.terms)
    )
