"""Scoring points as text: the points for each game, and the faults."""

from typing import assert_never

from django.utils.translation import gettext as _

from romme_turnier.core.lists.scoring_points import (
    AMOUNT_MAX,
    STEPS_MAX,
    PointsFault,
    PointsFaultCode,
    PointsPerGame,
)
from romme_turnier.core.rules.system.ruleset import RuleSet


def points_in_words(points: PointsPerGame, rules: RuleSet) -> str:
    """Returns the points for each game as text, without a full stop."""
    parts = _endings(points, rules)
    parts += [_("bis %(most)d Augenpunkte: %(points)d") % {"most": most, "points": n} for most, n in points.steps]
    return ", ".join(parts)


def points_in_short(points: PointsPerGame, rules: RuleSet) -> str:
    """Returns the points for each game, for the foot of a list, such as "Spielende 5 · Handrommé 8 · bis 10: 3"."""
    parts = _endings(points, rules)
    parts += [_("bis %(most)d: %(points)d") % {"most": most, "points": given} for most, given in points.steps]
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def _endings(points: PointsPerGame, rules: RuleSet) -> list[str]:
    ended = _("Spielende %(points)d") % {"points": points.ended}
    return [ended, f"{rules.hand_name} {points.handromme}"] if rules.has_handromme else [ended]


def scoring_points_refused(rules: RuleSet) -> str:
    """Returns the reason why a rule system in which the most points win has no scoring points."""
    words = _("%(rules)s: Es gewinnen die meisten Punkte, deshalb gibt es keine Wertungspunkte.")
    return words % {"rules": rules.name}


def scoring_without_points() -> str:
    """Returns the message for an announcement that chooses scoring points but does not name them."""
    return _("Bitte geben Sie an, wie viele Wertungspunkte ein Spiel bringt.")


def points_without_scoring() -> str:
    """Returns the message for an announcement that names scoring points but chooses another scoring."""
    return _("Punkte je Spiel gehören nur zur Wertung nach Wertungspunkten.")


def fault_in_words(fault: PointsFault) -> str:
    """Returns a fault in announced points as a sentence, for a page that shows it at its field."""
    match fault.code:
        case PointsFaultCode.OUT_OF_RANGE:
            return _("Möglich ist eine ganze Zahl von 0 bis %(most)d.") % {"most": AMOUNT_MAX}
        case PointsFaultCode.TOO_MANY_STEPS:
            return _("Möglich sind höchstens %(most)d Stufen.") % {"most": STEPS_MAX}
        case PointsFaultCode.NOT_ASCENDING:
            return _("Jede Stufe reicht bis zu mehr Augenpunkten als die vorige.")
        case PointsFaultCode.NOT_DESCENDING:
            return _("Jede Stufe bringt weniger Wertungspunkte als die vorige.")
        case PointsFaultCode.ABOVE_ENDED:
            return _("Eine Stufe bringt höchstens die Wertungspunkte des Spielendes.")
    assert_never(fault.code)


def placed_fault(fault: PointsFault) -> str:
    """Returns a fault in announced points as a sentence that names its place."""
    if fault.step is not None:
        place = _("Stufe %(number)d") % {"number": fault.step + 1}
    else:
        place = {"ended": _("Spielende"), "handromme": _("Handrommé"), "steps": _("Stufen")}[fault.field]
    return _("%(place)s: %(fault)s") % {"place": place, "fault": fault_in_words(fault)}
