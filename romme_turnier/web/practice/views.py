"""The pages: an overview of the day's problems, and one problem with the answer in the address."""

from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from romme_turnier.core.practice import Kind, Level, Problem, problem
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.practice.words import KINDS, LEVELS, facts, solved
from romme_turnier.web.rule_check.card_images import ShownMeld, shown_card, shown_meld

DAYS_KEPT = 7  # days for which a problem can still be opened
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
    current = problem_of(day, Kind(kind), Level(level))
    places = {whole_number(text) for text in request.GET.getlist("karte")}
    chosen = [place for place in range(len(current.hand)) if place in places]
    answer: tuple[int, ...] | bool | None
    if current.allowed is None:
        answer = tuple(current.hand[place] for place in chosen) or None
    else:
        answer = {_YES: True, _NO: False}.get(request.GET.get("antwort", ""))
    lying = [*current.table] or ([meld.cards for meld in current.position.table] if current.position else [])
    context: dict[str, Any] = {
        "problem": current,
        "key": f"{day}/{kind}/{level}",
        "today": day == timezone.localdate().isoformat(),
        "words": KINDS[current.kind],
        "level": LEVELS[current.level],
        "facts": facts(current),
        "table": [shown_meld(meld, current.rules) for meld in lying],
        "card": None if current.card is None else ShownMeld((shown_card(current.card),)),
        "hand": [(place, shown_card(card)) for place, card in enumerate(current.hand)],
        "chosen": chosen,
        "several": current.kind is Kind.LAY_MOST,
        "answer": answer,
        "right": answer is not None and current.is_right(answer),
        "solved": solved(current),
        "reasons": [say_refused(reason) for reason in current.reasons],
        "solution": [shown_meld(meld, current.rules) for meld in current.solution],
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
