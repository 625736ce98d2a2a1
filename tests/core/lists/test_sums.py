"""The lines below a list: those of each system, and their agreement with the evaluation."""

from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.length import games as games_long
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Terms, Vacancy
from romme_turnier.core.lists.sums import Counted, SumKey, deducts_bonus, list_sums, shown_sums
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset

NOTHING = BonusRule(BonusMode.PER_LIST, 0, 0, 0)
USUAL = BonusRule(BonusMode.PER_LIST, 20, 15, 50)


def keys(ruleset: str, bonus: BonusRule, seats: int = 4, *totals: SeatTotals) -> str:
    return " ".join(line.key for line in shown_sums(Terms(get_ruleset(ruleset), games_long(12), bonus), seats, totals))


def test_rommeordnung_shows_bonus_handromme_and_penalties() -> None:
    assert keys("rommeordnung", USUAL) == "minus bonus handromme penalties result finished"


@pytest.mark.parametrize("ruleset", ["classic", "rommee", "contract"])
def test_systems_without_bonus_show_neither_bonus_nor_handromme_nor_penalties(ruleset: str) -> None:
    assert keys(ruleset, NOTHING) == "minus result finished"


def test_treppenromme_shows_points_that_are_won() -> None:
    assert keys("treppenromme", USUAL) == "points result finished"


def test_line_with_something_in_it_is_shown_whatever_the_system_knows() -> None:
    assert keys("treppenromme", NOTHING, 4, SeatTotals(), SeatTotals(penalties=-100)) == (
        "points penalties result finished"
    )
    assert keys("classic", NOTHING, 4, SeatTotals(bonus=20)) == "minus bonus result finished"


def test_bonus_that_was_announced_as_nothing_is_not_shown() -> None:
    assert keys("rommeordnung", BonusRule(BonusMode.PER_LIST, 20, 0, 0), 3) == "minus penalties result finished"
    assert deducts_bonus(Terms(get_ruleset("rommeordnung"), games_long(12), BonusRule(BonusMode.PER_LIST, 20, 0, 0)))


@st.composite
def lists(draw: st.DrawFn) -> tuple[ListSheet, Terms]:
    """Any list at all, possible or not: the sums only add up."""
    seats, games = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    seat, points = st.integers(1, seats), st.lists(st.integers(0, 200), min_size=seats, max_size=seats)
    rows = tuple(
        Game(number, draw(st.none() | seat), draw(st.booleans()), tuple(draw(points)))
        for number in range(1, draw(st.integers(0, games)) + 1)
    )
    mode, amount = draw(st.sampled_from(BonusMode)), st.integers(0, 60)
    bonus = BonusRule(mode, draw(amount), draw(amount), draw(amount))
    penalties = draw(st.lists(st.builds(Penalty, seat, st.just(1), st.sampled_from([100, 150])), max_size=2))
    vacancies = [Vacancy(left, draw(st.integers(1, games))) for left in draw(st.sets(seat, max_size=1))]
    sheet = ListSheet(seats, rows, tuple(penalties), vacancies=tuple(vacancies))
    return sheet, Terms(draw(st.sampled_from(list(RULE_SYSTEMS.values()))), games_long(games), bonus)


@given(lists())
def test_lines_come_to_what_the_list_is_evaluated_to(entered: tuple[ListSheet, Terms]) -> None:
    """Adds up like the script of the entry page: only from the description of the lines."""
    sheet, terms = entered
    found = evaluate(sheet, terms)
    lines = list_sums(terms, sheet.seats, found.totals)
    for seat, totals in enumerate(found.totals, start=1):
        counts = counted(sheet, terms, seat)
        amounts = [
            0 if line.at_end and not found.complete else line.each * counts.get(line.counted, 0) for line in lines
        ]
        result = sum(line.sign * amount for line, amount in zip(lines, amounts, strict=True))
        for line, amount in zip(lines, amounts, strict=True):
            if line.key is SumKey.RESULT:
                assert line.value(totals) == result
            else:
                assert line.value(totals) == (-amount if line.sign < 0 else amount)
            assert line.shown or not line.value(totals)


def counted(sheet: ListSheet, terms: Terms, seat: int) -> Mapping[Counted, int]:
    """The sums of a seat, counted by hand."""
    left = next((vacancy.from_game for vacancy in sheet.vacancies if vacancy.seat == seat), None)
    played = [game for game in sheet.games if left is None or game.number < left]
    ended = [game for game in played if game.finisher == seat]
    twice = terms.ruleset.hand_factor
    return {
        Counted.POINTS: sum((game.points[seat - 1] or 0) * (twice if game.handromme else 1) for game in played),
        Counted.LIST: int(left is None),
        Counted.FINISHED: len(ended),
        Counted.HANDROMMES: sum(game.handromme for game in ended),
        Counted.PENALTIES: sum(penalty.points for penalty in sheet.penalties if penalty.seat == seat),
    }
