"""The titles and questions of the problems, and the replies to answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.practice import Kind, Level, Problem
from romme_turnier.web.rule_check.card_images import pips


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


def solved(problem: Problem) -> str:
    """Returns the solution in a sentence."""
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


def facts(problem: Problem) -> list[str]:
    """Returns the facts about the moment that the cards do not show."""
    position = problem.position
    if position is None:
        return []
    opened = _("Sie haben schon ausgelegt.") if position.opened_in else _("Sie haben noch nicht ausgelegt.")
    if problem.kind is Kind.MAY_TAKE:
        return [opened]
    follows = position.opened[position.next_seat - 1] is not None
    after = _("Wer nach Ihnen kommt, hat schon ausgelegt.") if follows else _("Wer nach Ihnen kommt, noch nicht.")
    return [opened, after]
