"""Games with a doubtful ending: the worst reading for each player counts (§ 2.2.6)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.length import games as games_long
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Reading, Terms
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.rules.outcome.check import check_outcome

BONUS = BonusRule(BonusMode.PER_FINISHED_GAME, 20, 15, 50)
FIRST_OR_THIRD = (Ending(1), Ending(3))
MAYBE_HANDROMME = (Ending(2), Ending(2, handromme=True))


def of_one_game(
    points: tuple[int | None, ...],
    endings: tuple[Ending, ...],
    *readings: Reading,
    ruleset: str = "rommeordnung",
    ruled: frozenset[int] = frozenset(),
) -> Evaluation:
    certain = EndingReading(1, endings).certain
    sheet = ListSheet(
        seats=len(points),
        games=(Game(1, certain.finisher, certain.handromme, points),),
        readings=readings,
        ruled=ruled,
        endings=(EndingReading(1, endings),),
    )
    return evaluate(sheet, Terms(RULE_SYSTEMS[ruleset], games_long(1), BONUS))


def codes(evaluation: Evaluation) -> list[tuple[str, object]]:
    return [(v.code, v.params.get("seat")) for v in evaluation.violations]


# § 2.2.6: the worst for each player concerned


def test_2_2_6_neither_has_ended_the_game_when_it_was_one_of_two() -> None:
    found = of_one_game((6, 55, 8, 12), FIRST_OR_THIRD)
    assert found.totals == tuple(SeatTotals(minus=points) for points in (6, 55, 8, 12))
    assert found.violations == found.warnings == ()
    assert found.complete
    assert all(found.counting)


def test_2_2_6_the_worst_of_several_points_counts_for_a_player_that_did_not_end_the_game() -> None:
    found = of_one_game((16, 55, 8, 12), FIRST_OR_THIRD, Reading(1, 1, (6, 16)))
    assert found.totals[0] == SeatTotals(minus=16)
    assert found.warnings == ()


def test_2_2_6_the_game_is_ended_without_the_handromme_when_its_mark_is_in_doubt() -> None:
    found = of_one_game((40, 0, 55, 62), MAYBE_HANDROMME)
    assert found.totals[1] == SeatTotals(bonus=20, finished=1)
    assert found.totals[0] == SeatTotals(minus=40)
    assert all(found.counting)


def test_2_2_6_a_doubtful_handromme_counts_double_for_those_who_lost_it_where_losses_do() -> None:
    found = of_one_game((40, 0, 55), MAYBE_HANDROMME, ruleset="rommee")
    assert [totals.minus for totals in found.totals] == [80, 0, 110]


def test_2_2_6_ones_own_doubtful_handromme_does_not_double_ones_own_loss() -> None:
    found = of_one_game((40, 30, 55), (Ending(1, handromme=True), Ending(2)), ruleset="rommee")
    assert [totals.minus for totals in found.totals] == [40, 60, 110]


def test_2_2_6_the_handromme_is_nobodys_when_it_is_certain_but_not_whose() -> None:
    found = of_one_game((40, 70, 55, 62), (Ending(1, handromme=True), Ending(3, handromme=True)))
    assert [totals.handromme_bonus for totals in found.totals] == [0, 0, 0, 0]
    assert all(found.counting)


# Violations and warnings


def test_2_2_6_an_ending_that_cannot_be_true_next_to_one_that_can_is_a_warning() -> None:
    found = of_one_game((20, 0, 55, 62), MAYBE_HANDROMME)  # 20 points are less than 13 cards can count
    assert [warning.code for warning in found.warnings] == ["readings_not_true_together"]
    assert all(found.counting)


def test_2_2_6_a_row_that_no_reading_makes_possible_does_not_count() -> None:
    found = of_one_game((0, 55, 0, 12), FIRST_OR_THIRD)
    assert codes(found) == [("points_too_low", 3), ("points_too_low", 1)]
    assert found.warnings == ()
    assert not any(found.counting)


def test_2_2_6_a_row_that_no_reading_makes_possible_counts_by_a_ruling() -> None:
    assert all(of_one_game((0, 55, 0, 12), FIRST_OR_THIRD, ruled=frozenset({1})).counting)


def test_2_2_6_a_fault_that_all_readings_have_is_reported_once() -> None:
    assert codes(of_one_game((6, 1, 8, 12), FIRST_OR_THIRD)) == [("points_too_low", 2)]


def test_2_2_6_a_game_in_doubt_with_an_entry_missing_is_not_in() -> None:
    assert of_one_game((6, None, 8, 12), FIRST_OR_THIRD).missing == (1,)


@pytest.mark.parametrize(
    "endings",
    [
        (EndingReading(1, (Ending(1),)),),
        (EndingReading(1, (Ending(1), Ending(1))),),
        (EndingReading(1, (Ending(1), Ending(5))),),
        (EndingReading(1, FIRST_OR_THIRD), EndingReading(1, MAYBE_HANDROMME)),
    ],
)
def test_readings_of_an_ending_that_make_no_sense_are_a_programming_error(endings: tuple[EndingReading, ...]) -> None:
    with pytest.raises(ValueError, match=r"reading|seat"):
        evaluate(ListSheet(4, (), endings=endings), Terms(RULE_SYSTEMS["rommeordnung"], games_long(1), BONUS))


# By chance, against every reading tried out


@st.composite
def doubtful_lists(draw: st.DrawFn) -> tuple[ListSheet, Terms]:
    """Two games with any doubts, at a table and by a bonus of any kind."""
    rules = draw(st.sampled_from(list(RULE_SYSTEMS.values())))
    seats = draw(st.integers(rules.seats_min, min(4, rules.seats_max)))
    mode = draw(st.sampled_from(BonusMode))
    games, readings, in_doubt = [], [], []
    for number in (1, 2):
        who = st.integers(1, seats) | (st.nothing() if rules.finisher_required else st.none())
        endings = tuple(draw(st.lists(st.builds(Ending, who, st.booleans()), min_size=1, max_size=3, unique=True)))
        certain = EndingReading(number, endings).certain
        points = []
        for seat in range(1, seats + 1):
            values = tuple(draw(st.lists(st.sampled_from([2, 31, 44, 78]), min_size=1, max_size=2, unique=True)))
            if certain.finisher == seat and not rules.highest_wins:
                values = (0,)
            if len(values) > 1:
                readings.append(Reading(seat, number, values))
            points.append(min(values) if rules.highest_wins else max(values))
        games.append(Game(number, *certain, tuple(points)))
        if len(endings) > 1:
            in_doubt.append(EndingReading(number, endings))
    sheet = ListSheet(seats, tuple(games), readings=tuple(readings), endings=tuple(in_doubt))
    return sheet, Terms(rules, games_long(2), BonusRule(mode, 20, 15, 50))


def every_reading(sheet: ListSheet, terms: Terms, game: Game, seat: int) -> list[tuple[int, bool, bool]]:
    """One seat in each reading of a game: points lost (or made), whether it ended the game, and by Handrommé."""
    values = next((r.values for r in sheet.readings if (r.seat, r.game) == (seat, game.number)), None)
    endings = next((e.endings for e in sheet.endings if e.game == game.number), ((game.finisher, game.handromme),))
    found = []
    for (finisher, handromme), points in product(endings, values or (game.points[seat - 1] or 0,)):
        ended = finisher == seat
        held = 0 if ended and not terms.ruleset.highest_wins else points
        doubled = handromme and terms.ruleset.key == "rommee"
        found.append((held * (2 if doubled else 1), ended, ended and handromme))
    return found


def totals_of_all(sheet: ListSheet, terms: Terms, seat: int) -> list[SeatTotals]:
    """The sums of a seat for each combination of readings of the two games."""
    each = []
    for together in product(*(every_reading(sheet, terms, game, seat) for game in sheet.games)):
        points, ended, handrommes = (sum(column) for column in zip(*together, strict=True))
        times = ended if terms.bonus.mode is BonusMode.PER_FINISHED_GAME else 1
        has_bonus = terms.ruleset.key == "rommeordnung"
        bonus = times * {4: 20, 3: 15}.get(sheet.seats, 0) * has_bonus
        each.append(SeatTotals(points, bonus, 50 * handrommes * has_bonus, 0, ended, handrommes))
    return each


@given(doubtful_lists())
def test_2_2_6_what_counts_is_one_of_the_readings_and_none_is_worse_in_any_sum(made: tuple[ListSheet, Terms]) -> None:
    sheet, terms = made
    worst = min if terms.ruleset.highest_wins else max
    found = evaluate(sheet, terms)
    for seat, counted in enumerate(found.totals, start=1):
        possible = totals_of_all(sheet, terms, seat)
        assert counted in possible
        assert counted.total == worst(totals.total for totals in possible)
        assert counted.minus == worst(totals.minus for totals in possible)
        for name in ("bonus", "handromme_bonus", "finished", "handrommes"):
            assert getattr(counted, name) == min(getattr(totals, name) for totals in possible)


@given(doubtful_lists())
def test_2_2_6_a_game_in_doubt_counts_if_one_ending_fits_the_points(made: tuple[ListSheet, Terms]) -> None:
    sheet, terms = made
    faulty = {v.params["game"] for v in evaluate(sheet, terms).violations}
    for doubt in sheet.endings:
        game = next(game for game in sheet.games if game.number == doubt.game)
        fits = []
        for ending in doubt.endings:
            points = list(game.points)
            if ending.finisher is not None and not terms.ruleset.highest_wins:
                points[ending.finisher - 1] = 0
            if ending.finisher is not None and terms.ruleset.highest_wins and doubt.certain.finisher is None:
                values = [r.values for r in sheet.readings if (r.seat, r.game) == (ending.finisher, game.number)]
                points[ending.finisher - 1] = max(*(values[0] if values else ()), points[ending.finisher - 1] or 0, 0)
            fits.append(
                not check_outcome(
                    terms.ruleset, finisher=ending.finisher, handromme=ending.handromme, points=points, game=game.number
                )
            )
        assert (game.number in faulty) != any(fits)
