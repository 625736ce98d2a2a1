"""The text next to a place in the standings."""

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.standings.lines import player_lines, team_lines, why_behind

RULES = get_ruleset("rommeordnung")


def row(lists=3, finished=9, handrommes=1, total=212, series=(), **changes):
    tally = Tally(lists, SeatTotals(minus=total, finished=finished, handrommes=handrommes), tuple(series))
    facts = {"rank": 1, "number": 7, "club": None, "results": (), "decided_by": Criterion.TOTAL}
    return StandingRow(**{**facts, "tally": tally, **changes})


def test_nothing_is_said_where_the_sum_decides():
    assert why_behind(row(), row(), RULES, final=True) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"decided_by": Criterion.LISTS, "lists": 2}, "weniger gewertete Listen (2 statt 3)"),
        ({"decided_by": Criterion.FINISHED, "finished": 8}, "weniger beendete Spiele (8 statt 9)"),
        ({"decided_by": Criterion.HANDROMMES, "handrommes": 0}, "weniger Handrommés (0 statt 1)"),
        ({"decided_by": Criterion.PLAY_OFF}, "durch Entscheidungsspiel"),
    ],
)
def test_reason_names_both_figures(changes, words):
    assert words in why_behind(row(**changes), row(), RULES, final=True)


def test_tie_needs_a_play_off_only_after_the_last_series():
    tied = row(decided_by=None, play_off_needed=True)
    assert why_behind(tied, row(), RULES, final=True) == "gleichauf, Entscheidungsspiel nötig"
    assert why_behind(tied, row(), RULES, final=False) == "gleichauf"


def test_first_of_a_tie_says_both_why_it_is_behind_and_that_it_is_tied():
    first = row(decided_by=Criterion.FINISHED, finished=8, play_off_needed=True)
    assert why_behind(first, row(), RULES, final=False).endswith("(8 statt 9); gleichauf")


def test_lines_carry_names_and_figures():
    line = row(decided_by=None, total=-5, series=[None, -5])
    (shown,) = player_lines([line], {7: "Vera M."}, RULES, final=True)
    assert (shown.name, shown.club, shown.series, shown.total) == ("Vera M.", "", (None, -5), -5)


def test_team_lines_name_their_members():
    line = TeamRow(rank=1, key="T1", name="Karo", tally=row(total=5).tally, members=(7, 8))
    (shown,) = team_lines([line], {7: "Vera M."}, RULES)
    assert shown.members == ("7 Vera M.", "8")
