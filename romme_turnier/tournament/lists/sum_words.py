"""The labels of the lines below a list, for every page and paper."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.sums import Counted, SumKey, SumLine, points_key
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.shared.numbers import number_format

_LABELS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: gettext_lazy("Minuspunkte"),
    SumKey.POINTS: gettext_lazy("Punkte"),
    SumKey.BONUS: gettext_lazy("Bonus"),
    SumKey.HANDROMME: gettext_lazy("Handrommé"),
    SumKey.PENALTIES: gettext_lazy("Strafpunkte"),
    SumKey.RESULT: gettext_lazy("Ergebnis"),
    SumKey.FINISHED: gettext_lazy("beendete Spiele"),
    SumKey.TABLE_POINTS: gettext_lazy("Tischpunkte"),
}


def sum_label(line: SumLine) -> str:
    return str(_LABELS[line.key])


def sum_label_for_pen(line: SumLine) -> str:
    """Returns the label on paper, with the value of one unit if it has to be multiplied: "Handrommé, je −50".

    The figure next to it has its own sign.
    """
    label = sum_label(line)
    if line.counted in (Counted.HANDROMMES, Counted.FINISHED) and line.each and line.sign:
        return _("%(label)s, je %(each)s") % {"label": label, "each": number_format(line.sign * line.each)}
    return label


def points_label(ruleset: RuleSet) -> str:
    """Returns the label of the points of a game."""
    return str(_LABELS[points_key(ruleset)])


def factor_mark(factor: int) -> str:
    """Returns the mark of a game whose points count more than once: "× 2"; "" for any other."""
    return f"× {factor}" if factor != 1 else ""


def figures_legend(ruleset: RuleSet) -> str:
    """Returns the legend for figures other than points in the games; "" without any."""
    return " ".join(filter(None, (factor_legend(ruleset), so_far_legend(ruleset))))


def so_far_legend(ruleset: RuleSet) -> str:
    """Returns the legend for running sums in the games; "" if the rule system has none."""
    if not ruleset.running_sums:
        return ""
    return _("Die kleinere Zahl in einem Feld ist die Summe bis zu diesem Spiel.")


def factor_legend(ruleset: RuleSet) -> str:
    """Returns the legend for the mark; "" if the points of every game count once."""
    if ruleset.hand_factor == 1:
        return ""
    return _("%(mark)s: Handrommé, die Punkte dieses Spiels zählen in der Summe %(factor)d-fach.") % {
        "mark": factor_mark(ruleset.hand_factor),
        "factor": ruleset.hand_factor,
    }
