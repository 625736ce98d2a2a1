"""The words of each criterion: none without, and no sentence that is untrue under another order."""

from dataclasses import replace

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import SUM_THEN_GAMES_ENDED, Criterion
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.standings.ranks import Tally, merits
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.standings.criteria_words import (
    ahead_words,
    behind_words,
    figures_of,
    tie_breaks_of,
    words_of,
)
from romme_turnier.tournament.standings.lines import player_lines

RULES = get_ruleset("rommeordnung")


def unlike(one):
    """A tally of fewer lists with different sums, each further off than the one before."""
    return Tally(one.lists - 1, SeatTotals(*(figure + 2**place for place, figure in enumerate(one.sums))), ())


def tally(total=212, finished=9, handrommes=2, lists=3):
    return Tally(lists, SeatTotals(minus=total, finished=finished, handrommes=handrommes), ())


@pytest.mark.parametrize("criterion", Criterion)
def test_every_criterion_has_words_and_a_figure_or_is_played_for(criterion):
    rules = replace(RULES, criteria=tuple(Criterion))
    words = words_of(criterion, rules)
    assert words.heading
    assert words.short
    assert ahead_words(criterion, tally(), unlike(tally()), rules)
    assert (words.value is None) == (criterion is Criterion.PLAY_OFF)
    assert bool(words.equal) == (words.value is not None)


@pytest.mark.parametrize("criterion", Criterion)
def test_every_criterion_counts_in_the_order_of_ranks(criterion):
    mine, other = tally(), unlike(tally())
    rules = replace(RULES, criteria=(Criterion.TOTAL, criterion))
    (_, figure), (_, others) = merits([mine, other], rules)
    assert (figure != others) == (words_of(criterion, rules).value is not None)


def test_what_is_alike_is_said_in_the_order_of_the_rule_system():
    mine, other = tally(handrommes=1), tally(handrommes=0)
    said = "gleich viele Punkte und beendete Spiele, aber mehr Handrommés, 1 statt 0."
    assert ahead_words(Criterion.HANDROMMES, mine, other, RULES) == said
    said = "gleich viele Punkte und beendete Spiele, weniger Handrommés (0 statt 1)"
    assert behind_words(Criterion.HANDROMMES, other, mine, RULES) == said
    turned = replace(RULES, criteria=(Criterion.LISTS, Criterion.TOTAL, Criterion.HANDROMMES, Criterion.FINISHED))
    said = "gleich viele Punkte, aber mehr Handrommés, 1 statt 0."
    assert ahead_words(Criterion.HANDROMMES, mine, other, turned) == said


def test_tie_is_said_of_what_the_rule_system_compares():
    rows = [StandingRow(1, number, None, tally(), (), play_off_needed=True) for number in (1, 2)]
    names: dict[int | None, str] = {1: "Vera", 2: "Emil"}
    for rules, said in (
        (RULES, "gleich viele Listen, Punkte, beendete Spiele und Handrommés."),
        (replace(RULES, criteria=SUM_THEN_GAMES_ENDED), "gleich viele Listen, Punkte und beendete Spiele."),
    ):
        ahead = player_lines(rows, names, rules, final=True)[0].ahead
        assert ahead is not None
        assert ahead.answer == f"Wie Emil: {said} Die Reihenfolge sagt hier nichts."


@pytest.mark.parametrize("key", RULE_SYSTEMS)
def test_columns_of_a_line_are_the_criteria_asked_among_equals(key):
    rules = get_ruleset(key)
    row = StandingRow(1, 1, None, tally(), ())
    (line,) = player_lines([row], {}, rules, final=False)
    values = [words_of(criterion, rules).value for criterion in tie_breaks_of(rules)]
    assert line.tie_breaks == tuple(value(row.tally) for value in values if value)
    assert set(tie_breaks_of(rules)) == set(figures_of(rules)) - {Criterion.LISTS, Criterion.TOTAL}
