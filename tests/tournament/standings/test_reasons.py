"""Reasons for the order of the standings: a sentence for each pair of neighbours (§ 1.5)."""

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.standings.lines import why_ahead

RULES = get_ruleset("rommeordnung")


def row(rank=1, *, lists=3, total=212, finished=9, handrommes=2, decided_by=None):
    tally = Tally(lists, SeatTotals(minus=total, finished=finished, handrommes=handrommes), ())
    return StandingRow(rank=rank, number=1, club=None, tally=tally, results=(), decided_by=decided_by)


@pytest.mark.parametrize(
    ("changed", "answer"),
    [
        ({"lists": 2, "decided_by": Criterion.LISTS}, "Vor Emil: mehr gewertete Listen, 3 statt 2."),
        ({"total": 243, "decided_by": Criterion.TOTAL}, "Vor Emil: 31 Punkte weniger, 212 statt 243."),
        ({"total": 213, "decided_by": Criterion.TOTAL}, "Vor Emil: 1 Punkt weniger, 212 statt 213."),
        ({"total": -12, "decided_by": Criterion.TOTAL}, "Vor Emil: 224 Punkte mehr, 212 statt −12."),
        ({"finished": 8, "decided_by": Criterion.FINISHED}, "mehr selbst beendete Spiele, 9 statt 8."),
        ({"handrommes": 1, "decided_by": Criterion.HANDROMMES}, "mehr Handrommés, 2 statt 1."),
        ({"decided_by": Criterion.PLAY_OFF}, "das Entscheidungsspiel hat entschieden."),
        ({"rank": 1, "decided_by": None}, "Die Reihenfolge sagt hier nichts."),
    ],
)
def test_sentence_names_what_decided(changed, answer):
    why = why_ahead(row(), row(**{"rank": 2, **changed}), "Emil", RULES)
    assert why is not None
    assert why.answer.endswith(answer)


def test_question_names_the_row_behind():
    ahead = why_ahead(row(), row(rank=2, decided_by=Criterion.PLAY_OFF), "Emil", RULES)
    tied = why_ahead(row(), row(), "Emil", RULES)
    assert [why and why.question for why in (ahead, tied)] == ["Warum vor Emil?", "Warum gleichauf mit Emil?"]


def test_nothing_is_compared_with_a_row_without_rank():
    assert why_ahead(row(), row(rank=None), "Emil", RULES) is None
