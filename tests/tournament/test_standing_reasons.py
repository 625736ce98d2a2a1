"""Why one row of the standings stands before the next: a sentence for each pair of neighbours (§ 1.5)."""

import pytest

from romme_turnier.tournament.standing_reasons import why_ahead

ROW = {"rank": 1, "lists": 3, "total": 212, "finished": 9, "handrommes": 2, "decided_by": None}


@pytest.mark.parametrize(
    ("changed", "answer"),
    [
        ({"lists": 2, "decided_by": "lists"}, "Vor Emil: mehr gewertete Listen, 3 statt 2."),
        ({"total": 243, "decided_by": "total"}, "Vor Emil: 31 Punkte weniger, 212 statt 243."),
        ({"total": 213, "decided_by": "total"}, "Vor Emil: 1 Punkt weniger, 212 statt 213."),
        ({"total": -12, "decided_by": "total"}, "Vor Emil: 224 Punkte mehr, 212 statt −12."),
        ({"finished": 8, "decided_by": "finished"}, "mehr selbst beendete Spiele, 9 statt 8."),
        ({"handrommes": 1, "decided_by": "handrommes"}, "mehr Handrommés, 2 statt 1."),
        ({"decided_by": "play_off"}, "das Entscheidungsspiel hat entschieden."),
        ({"rank": 1, "decided_by": "tied"}, "Die Reihenfolge sagt hier nichts."),
    ],
)
def test_sentence_names_what_decided(changed, answer):
    why = why_ahead(ROW, {**ROW, "rank": 2, **changed}, "Emil")
    assert why is not None
    assert why.answer.endswith(answer)


def test_question_names_the_row_behind():
    ahead = why_ahead(ROW, {**ROW, "rank": 2, "decided_by": "play_off"}, "Emil")
    tied = why_ahead(ROW, {**ROW, "decided_by": "tied"}, "Emil")
    assert [why and why.question for why in (ahead, tied)] == ["Warum vor Emil?", "Warum gleichauf mit Emil?"]


def test_nothing_is_compared_with_a_row_without_rank():
    assert why_ahead(ROW, {**ROW, "rank": None}, "Emil") is None
