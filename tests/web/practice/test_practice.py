"""The pages with problems: without a script, the same for everybody on a day, nothing stored."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.practice import Kind, Level
from romme_turnier.web.practice.views import problem_of
from romme_turnier.web.rule_check.card_images import shown_card
from tests.cast import Cast


@pytest.fixture(autouse=True)
def somebody(cast: Cast) -> None:
    """The program is set up."""


def today() -> str:
    return timezone.localdate().isoformat()


def address(kind: Kind = Kind.LAY_MOST, level: Level = Level.EASY, day: str = "") -> str:
    return reverse("practice:problem", args=[day or today(), kind, level])


def places(task, cards) -> list[int]:
    """Returns the positions of these cards in the hand as shown."""
    hand, chosen = list(task.hand), []
    for card in cards:
        chosen.append(hand.index(card))
        hand[chosen[-1]] = -1
    return chosen


def test_overview_leads_to_every_problem_of_the_day(client):
    html = client.get(reverse("practice:overview")).content.decode()
    for kind in Kind:
        for level in Level:
            assert f'href="{address(kind, level)}"' in html


@pytest.mark.parametrize("kind", Kind)
def test_problem_shows_its_hand_and_not_its_solution(client, kind):
    task = problem_of(today(), kind, Level.EASY)
    html = client.get(address(kind)).content.decode()
    for card in task.hand:
        assert f'aria-label="{shown_card(card).name}"' in html
    assert "verdict" not in html
    assert "Lösung" not in html


@pytest.mark.parametrize("kind", [Kind.LAY_MOST, Kind.REBUILD])
def test_right_cards_are_right_and_others_may_be_tried_again(client, kind):
    task = problem_of(today(), kind, Level.MEDIUM)
    right = client.get(address(kind, Level.MEDIUM), {"karte": places(task, task.answer)}).content.decode()
    assert "Richtig" in right
    assert 'data-practice-result="right"' in right
    wrong = [place for place in range(len(task.hand)) if place not in places(task, task.answer)][:1]
    html = client.get(address(kind, Level.MEDIUM), {"karte": wrong}).content.decode()
    assert "Das ist es nicht" in html
    assert "Lösung zeigen" in html
    assert f'value="{wrong[0]}" checked' in html


@pytest.mark.parametrize("kind", [Kind.MAY_OPEN, Kind.MAY_TAKE, Kind.MAY_DISCARD])
@pytest.mark.parametrize("level", [Level.EASY, Level.HARD])
def test_yes_and_no_are_answered_with_the_reason(client, kind, level):
    task = problem_of(today(), kind, level)
    for answer, says in (("ja", True), ("nein", False)):
        html = client.get(address(kind, level), {"antwort": answer}).content.decode()
        assert ("Richtig" in html) is (says is task.allowed)
        assert ("§" in html.partition("verdict")[2].partition("practice__question")[0]) is bool(task.reasons)


@pytest.mark.parametrize("query", [{"karte": "99"}, {"karte": "x"}, {"antwort": "ja"}, {"karte": ""}])
def test_answer_that_is_none_is_as_if_nobody_had_answered(client, query):
    assert "verdict" not in client.get(address(), query).content.decode()


def test_problem_of_yesterday_is_still_there_and_says_so(client):
    yesterday = (timezone.localdate() - timedelta(days=1)).isoformat()
    assert "nicht mehr von heute" in client.get(address(day=yesterday)).content.decode()


@pytest.mark.parametrize("days", [-1, 7, 4000])
def test_other_days_have_no_problem(client, days):
    day = (timezone.localdate() - timedelta(days=days)).isoformat()
    assert client.get(address(day=day)).status_code == 404


@pytest.mark.parametrize(("day", "kind", "level"), [("heute", "most", 1), ("", "quiz", 1), ("", "most", 4)])
def test_what_is_no_problem_is_not_found(client, day, kind, level):
    assert client.get(f"/ueben/{day or today()}/{kind}/{level}/").status_code == 404
