"""A question built to keep the server busy costs no more than a few usual ones.

The cases are the worst that a search by chance and climbing has found in each question that searches. The work is
counted in calls of functions, which do not depend on the machine; before melds were enumerated without jokers side by
side, and judged once, the first took 5.7 million.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.rules.outcome.exact import forget_answers
from romme_turnier.core.rules.search.openings import worth_of_melds
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.case import Ask, Case, Entry
from romme_turnier.web.rule_check.verdict import Answer, Verdict
from romme_turnier.web.rule_check.views import check

ROMMEORDNUNG = get_ruleset("rommeordnung")
MOST_CALLS = 800_000  # 0.2 s of a processor
AT_ONCE = 20_000
AS_ONE_TYPES = 5_000
Found = TypeVar("Found")
FIFTEEN = "* * * * * * AC 2C 3C 4C 5C 6C 7C 8C 9C"

WORST = [
    Case(Ask.TAKE, ROMMEORDNUNG, {Entry.CARD: "8S", Entry.HAND: "* * * * * QS 4S 6S 2S 3S JS 5S KS 9S"}),
    Case(Ask.TAKE, ROMMEORDNUNG, {Entry.CARD: "*", Entry.HAND: "2D JD AD 10D 5D * KD QS 9D 4D 3D 7D QD 8D"}),
    Case(
        Ask.COMPLETE,
        ROMMEORDNUNG,
        {Entry.MELDS: "3S 4S 5S / 5C 5S 5H", Entry.HAND: "* * * * * * 7C 4C 5C 8C 2C AC 3C 6C"},
    ),
    Case(
        Ask.OPENING,
        get_ruleset("rommee"),
        {Entry.MELDS: "2C 3C 4C", Entry.HAND: "* * * * * * 7C 5C 8C AC 6C 9C"},
    ),
    Case(
        Ask.MELD,
        with_options(get_ruleset("contract"), {"jokers_by_players": True}),
        {Entry.CARDS: "* * 7C 4C 5C 8C 2C AC 3C 6C 7C 8C 9C 4C 5S"},
    ),
    Case(
        Ask.OUTCOME,
        with_options(get_ruleset("contract"), {"jokers_by_players": True, "joker_25": True}),
        {Entry.POINTS: "351 125 0 175 137 197"},
    ),
]

TOO_LARGE = [
    Case(Ask.TAKE, ROMMEORDNUNG, {Entry.CARD: "8S", Entry.HAND: FIFTEEN}),
    Case(Ask.COMPLETE, ROMMEORDNUNG, {Entry.MELDS: "3S 4S 5S", Entry.HAND: FIFTEEN}),
    Case(Ask.BEST, ROMMEORDNUNG, {Entry.CARDS: FIFTEEN}),
    Case(Ask.MELD, ROMMEORDNUNG, {Entry.CARDS: " ".join(["2C 3C 4C 5C"] * 16)}),
]

# 44 cards of a hand to bring on a table: without a limit more than ten seconds.
ANY_TABLE = Case(
    Ask.REARRANGE,
    with_options(get_ruleset("rommee"), {"rearranging": True}),
    {
        Entry.TABLE: "8S 8C * / 6D 6C 6S 6H / AD 2D 3D 4D 5D / 3H 4H 5H 6H",
        Entry.HAND: "* 9S 6D * * 2H JS 10D 6C QD 5H 8C 6S KD 5S 5S 9H QC 7D 2H JD AH 7H QS 9H 2S 5D QH KH 10C 8S QC JH "
        "3D JC 4S QD 10S 2S 3C JS 10C 7S QS",
    },
)


def asked(case: Case) -> tuple[Answer | None, int]:
    """Returns the answer and the number of function calls that it took."""
    worth_of_melds.cache_clear()
    forget_answers()
    return counted(lambda: answer(case))


def counted(call: Callable[[], Found]) -> tuple[Found, int]:
    calls = 0

    def count(_frame: FrameType, what: str, _value: object) -> None:
        nonlocal calls
        calls += what == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = call()
    finally:
        sys.setprofile(before)
    return found, calls


@pytest.mark.parametrize("case", WORST, ids=lambda case: f"{case.rules.key}-{case.ask}")
def test_worst_question_is_answered_after_bounded_work(case: Case) -> None:
    found, calls = asked(case)
    assert found is not None
    assert found.verdict is not Verdict.ASKED_BACK
    assert calls < MOST_CALLS


@pytest.mark.parametrize("case", TOO_LARGE, ids=lambda case: case.ask)
def test_question_that_is_too_large_is_refused_at_once(case: Case) -> None:
    found, calls = asked(case)
    assert found is not None
    assert found.verdict is Verdict.ASKED_BACK
    assert calls < AT_ONCE


def test_table_that_can_lie_in_too_many_ways_is_given_up_with_a_sentence() -> None:
    found, calls = asked(ANY_TABLE)
    assert found is not None
    assert found.verdict is Verdict.ASKED_BACK
    assert found.headline == "Das sind zu viele Möglichkeiten, um alle zu prüfen"
    assert calls < MOST_CALLS


def test_answer_while_one_types_is_made_without_the_page_around_it() -> None:
    """The names of 53 cards to tap cost ten thousand calls by themselves, for which a phone waited at each letter."""
    address = Case(Ask.MELD, ROMMEORDNUNG, {Entry.CARDS: "♥9 ♥10 ♥B Joker"}).address
    request = RequestFactory(headers={"X-Part": "answer"}).get(address)
    check(request)  # its templates are read once
    shown, calls = counted(lambda: check(request))
    assert isinstance(shown, HttpResponse)
    assert "Ja: Sequenz, 39 Augen" in shown.content.decode()
    assert calls < AS_ONE_TYPES
