"""The pages for practising: an overview of the day's problems, and a page for each problem with its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from random import Random
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.core.practice import Kind, Level, Problem, problem
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.rule_check.card_images import ShownMeld, pips, shown_card, shown_meld

DAYS_KEPT = 7  # days for which a problem remains available
_YES, _NO = "ja", "nein"


@dataclass(frozen=True, slots=True)
class KindWords:
    title: Promise
    question: Promise


KINDS: Mapping[Kind, KindWords] = {
    Kind.LAY_MOST: KindWords(
        gettext_lazy("So viel wie möglich auslegen"),
        gettext_lazy(
            "Welche Karten legen Sie aus, damit möglichst wenige Augen auf der Hand bleiben? "
            "Mindestpunkte und Ablegen zählen hier nicht."
        ),
    ),
    Kind.MAY_OPEN: KindWords(
        gettext_lazy("Dürfen Sie auslegen?"),
        gettext_lazy("Sie haben noch nicht ausgelegt und eine Karte gezogen. Reicht diese Hand zum ersten Auslegen?"),
    ),
    Kind.REBUILD: KindWords(
        gettext_lazy("Wie bauen Sie um?"),
        gettext_lazy(
            "Genau eine Ihrer Karten kommt für sich allein unter, wenn Sie die Kombinationen auf dem Tisch neu ordnen. "
            "Welche?"
        ),
    ),
    Kind.MAY_TAKE: KindWords(
        gettext_lazy("Dürfen Sie die offene Karte nehmen?"),
        gettext_lazy("Sie sind an der Reihe und haben noch nicht gezogen. Dürfen Sie die offene Karte nehmen?"),
    ),
    Kind.MAY_DISCARD: KindWords(
        gettext_lazy("Dürfen Sie diese Karte ablegen?"),
        gettext_lazy("Sie sind an der Reihe und haben gezogen. Dürfen Sie diese Karte jetzt ablegen?"),
    ),
}
LEVELS: Mapping[Level, Promise] = {
    Level.EASY: gettext_lazy("leicht"),
    Level.MEDIUM: gettext_lazy("mittel"),
    Level.HARD: gettext_lazy("schwer"),
}


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Shows today's problems by kind and difficulty."""
    levels = [(level, LEVELS[level]) for level in Level]
    context = {"kinds": KINDS.items(), "levels": levels, "day": timezone.localdate().isoformat()}
    return render(request, "practice/overview.html", context)


@require_safe
def asked(request: HttpRequest, day: str, kind: str, level: int) -> HttpResponse:
    """Shows a problem, and the solution once the address contains an answer.

    The answer is a `?karte=` for each chosen card, with its place in the hand counted from 0, or `?antwort=ja` or
    `nein`. Raises Http404 if the problem is unknown or no longer available.
    """
    today = timezone.localdate()
    days = [(today - timedelta(days=back)).isoformat() for back in range(DAYS_KEPT)]
    if kind not in {*Kind} or level not in {*Level} or day not in days:
        raise Http404
    current = problem_of(day, Kind(kind), Level(level))
    places = {whole_number(text) for text in request.GET.getlist("karte")}
    chosen = [place for place in range(len(current.hand)) if place in places]
    answer: tuple[int, ...] | bool | None
    if current.allowed is None:
        answer = tuple(current.hand[place] for place in chosen) or None
    else:
        answer = {_YES: True, _NO: False}.get(request.GET.get("antwort", ""))
    on_table = [*current.table] or ([meld.cards for meld in current.position.table] if current.position else [])
    context: dict[str, Any] = {
        "problem": current,
        "key": f"{day}/{kind}/{level}",
        "today": day == days[0],
        "words": KINDS[current.kind],
        "level": LEVELS[current.level],
        "facts": _facts(current),
        "table": [shown_meld(meld, current.rules) for meld in on_table],
        "card": None if current.card is None else ShownMeld((shown_card(current.card),)),
        "hand": [(place, shown_card(card)) for place, card in enumerate(current.hand)],
        "chosen": chosen,
        "several": current.kind is Kind.LAY_MOST,
        "answer": answer,
        "right": answer is not None and current.is_right(answer),
        "solved": _about_solution(current),
        "reasons": [say_refused(reason) for reason in current.reasons],
        "solution": [shown_meld(meld, current.rules) for meld in current.solution],
    }
    return render(request, "practice/problem.html", context)


@lru_cache(maxsize=256)  # holds a week's problems of all kinds and levels
def problem_of(day: str, kind: Kind, level: Level) -> Problem:
    """Returns a day's problem, the same for all visitors."""
    return problem(kind, level, Random(f"{day} {kind} {level}"))  # noqa: S311 - a game, not a secret


def _about_solution(problem: Problem) -> str:
    match problem.kind:
        case Kind.LAY_MOST:
            return _("Auf der Hand bleiben %(points)s, weniger geht nicht.") % {"points": pips(problem.points or 0)}
        case Kind.MAY_OPEN:
            words = {"points": pips(problem.points or 0), "least": problem.rules.play.minimum}
            return _("Mehr als %(points)s lassen sich nicht auslegen, nötig sind %(least)d.") % words
        case Kind.REBUILD:
            return _("So liegt danach alles auf dem Tisch:")
        case Kind.MAY_TAKE if problem.allowed:
            return _("Sie darf genommen werden, zum Beispiel um gleich so zu liegen:")
        case Kind.MAY_DISCARD if problem.allowed:
            return _("Dagegen spricht nichts.")
        case _:
            return _("Das ist nicht erlaubt:")


def _facts(problem: Problem) -> list[str]:
    """Returns the facts about the position that the shown cards do not reveal."""
    position = problem.position
    if position is None:
        return []
    opened = _("Sie haben schon ausgelegt.") if position.opened_in else _("Sie haben noch nicht ausgelegt.")
    if problem.kind is Kind.MAY_TAKE:
        return [opened]
    follows = position.opened[position.next_seat - 1] is not None
    after = _("Wer nach Ihnen kommt, hat schon ausgelegt.") if follows else _("Wer nach Ihnen kommt, noch nicht.")
    return [opened, after]
