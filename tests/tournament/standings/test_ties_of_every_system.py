"""Equals under each rule system: games ended decide, then the rank is shared, and a play-off can part them."""

from typing import Any

import pytest

from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.tournament.standings.play_offs import enter_play_off
from romme_turnier.tournament.standings.ties import ties_to_play_off
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("ruleset", RULE_SYSTEMS)]

# At both tables two of three have the same sum, and one of them has ended a game.
LOST, WON = {1: "20 0 30", 2: "10 20 0"}, {1: "20 R40 30", 2: "40 20 R70"}


def played(ruleset: str, **fields: Any) -> models.Event:
    event = make_event(players=6, ruleset=ruleset, games_per_list=2, series_count=1, **fields)
    series = seat_series(event, tables=[(1, 2, 3), (4, 5, 6)])
    for table in (1, 2):
        make_checked(list_of(series, table), WON if event.rules.highest_wins else LOST)
    close_series(series, by=None)
    return event


def ranks(event: models.Event) -> dict[int | None, int | None]:
    return {row.entrant.number: row.rank for row in standings_reading.standings(event, 1)}


def first_of(event: models.Event) -> list[int]:
    return [number for number, rank in ranks(event).items() if rank == 1 and number is not None]


def asked(event: models.Event) -> list[int]:
    numbers = dict(event.registrations.values_list("pk", "number"))
    keys = ties_to_play_off(event, standings_reading.standings(event, 1))
    return sorted(numbers[int(str(key))] or 0 for key in keys)


@pytest.mark.parametrize("scoring", ["sum", "table_points"])
def test_more_games_ended_decide_between_equal_sums_then_the_rank_is_shared(ruleset: str, scoring: str) -> None:
    event = played(ruleset, scoring=scoring)
    found = standings_reading.standings(event, 1)
    assert [row.rank for row in found] == [1, 1, 3, 3, 5, 5]
    assert [row.sums.finished for row in found] == [1, 1, 1, 1, 0, 0]
    assert found[2].sums.total == found[4].sums.total
    assert found[4].decided_by is Criterion.FINISHED
    assert all(row.play_off_needed for row in found)


def test_play_off_is_asked_for_by_the_rules_or_where_a_prize_depends_on_it(ruleset: str) -> None:
    event = played(ruleset)
    demanded = Criterion.PLAY_OFF in event.rules.criteria
    assert demanded == (ruleset == "rommeordnung")
    assert bool(asked(event)) == demanded
    models.Prize.objects.create(event=event, first_rank=1, last_rank=1, thing="Pokal")
    assert asked(event) == sorted(first_of(event))


def test_play_off_for_a_prize_separates_the_tied_players(ruleset: str) -> None:
    event = played(ruleset)
    models.Prize.objects.create(event=event, first_rank=1, last_rank=1, thing="Pokal")
    one, other = first_of(event)
    by_number = {entry.number: entry for entry in event.registrations.all()}
    enter_play_off(event, [by_number[other], by_number[one]], by=None)
    assert (ranks(event)[other], ranks(event)[one]) == (1, 2)
    assert asked(event) == []
