"""The pages: an overview of the day's problems, and one problem with the answer that stands in the address."""

from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from romme_turnier.core.practice import Kind, Level, Problem, problem
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.practice.words import KINDS, LEVELS, facts, solved
from romme_turnier.web.rule_check.drawn import ShownMeld, shown_card, shown_meld

DAYS_KEPT = 7  # so far back a problem can still be opened
_YES, _NO = "ja", "nein"


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """A table: kinds of problems by difficulty, those of today."""
    levels = [(level, LEVELS[level]) for level in Level]
    context = {"kinds": KINDS.items(), "levels": levels, "day": timezone.localdate().isoformat()}
    return render(request, "practice/overview.html", context)


@require_safe
def asked(request: HttpRequest, day: str, kind: str, level: int) -> HttpResponse:
    """One problem; its cards are chosen in a form whose address is the answer."""
    if kind not in {*Kind} or level not in {*Level} or not _is_kept(day):
        raise Http404
    one = problem_of(day, Kind(kind), Level(level))
    answer = _answered(one, request.GET)
    context: dict[str, Any] = {
        "problem": one,
        "key": f"{day}/{kind}/{level}",
        "today": day == timezone.localdate().isoformat(),
        "words": KINDS[one.kind],
        "level": LEVELS[one.level],
        "facts": facts(one),
        "table": [shown_meld(meld, one.rules) for meld in _lying(one)],
        "card": None if one.card is None else ShownMeld((shown_card(one.card),)),
        "hand": [(place, shown_card(card)) for place, card in enumerate(one.hand)],
        "chosen": _places(one, request.GET),
        "several": one.kind is Kind.LAY_MOST,
        "answer": answer,
        "right": answer is not None and one.is_right(answer),
        "solved": solved(one),
        "reasons": [say_refused(found) for found in one.reasons],
        "solution": [shown_meld(meld, one.rules) for meld in one.solution],
    }
    return render(request, "practice/problem.html", context)


@lru_cache(maxsize=256)  # a week of all kinds and levels
def problem_of(day: str, kind: Kind, level: Level) -> Problem:
    """Returns the problem of a day, the same for everybody."""
    return problem(kind, level, Random(f"{day} {kind} {level}"))  # noqa: S311 - a game, not a secret


def _is_kept(day: str) -> bool:
    try:
        asked_for = date.fromisoformat(day)
    except ValueError:
        return False
    today = timezone.localdate()
    return asked_for.isoformat() == day and today - timedelta(days=DAYS_KEPT) < asked_for <= today


def _lying(one: Problem) -> list[tuple[int, ...]]:
    return [*one.table] or ([meld.cards for meld in one.position.table] if one.position else [])


def _places(one: Problem, query: QueryDict) -> list[int]:
    """The cards of the hand that were chosen, by their place in it."""
    places = {whole_number(text) for text in query.getlist("karte")}
    return [place for place in range(len(one.hand)) if place in places]


def _answered(one: Problem, query: QueryDict) -> tuple[int, ...] | bool | None:
    """What somebody has answered; None before."""
    if one.allowed is not None:
        return {_YES: True, _NO: False}.get(query.get("antwort", ""))
    places = _places(one, query)
    return tuple(one.hand[place] for place in places) if places else None
