"""What the lines below a list are called, on every page and paper."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.sums import Counted, SumKey, SumLine, points_key
from romme_turnier.core.rules.system.ruleset import RuleSet

_LABELS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: gettext_lazy("Minuspunkte"),
    SumKey.POINTS: gettext_lazy("Punkte"),
    SumKey.BONUS: gettext_lazy("Bonus"),
    SumKey.HANDROMME: gettext_lazy("Handrommé"),
    SumKey.PENALTIES: gettext_lazy("Strafpunkte"),
    SumKey.RESULT: gettext_lazy("Ergebnis"),
    SumKey.FINISHED: gettext_lazy("beendete Spiele"),
}


def sum_label(line: SumLine) -> str:
    return str(_LABELS[line.key])


def sum_label_for_pen(line: SumLine) -> str:
    """Returns the label with the sign for adding or deducting on paper: "− Bonus"."""
    signs = {1: "+", -1: "−"}
    sign = "" if line.counted is Counted.POINTS else signs.get(line.sign, "")
    return f"{sign} {sum_label(line)}".strip()


def points_label(ruleset: RuleSet) -> str:
    """Returns what the points of a game are called."""
    return str(_LABELS[points_key(ruleset)])


def factor_mark(ruleset: RuleSet, *, handromme: bool) -> str:
    """Returns the mark of a game whose points count more than once: "× 2"; "" for any other."""
    factor = ruleset.factor(handromme=handromme)
    return f"× {factor}" if factor != 1 else ""


def factor_legend(ruleset: RuleSet) -> str:
    """Returns what the mark means; "" where the points of every game count once."""
    if ruleset.hand_factor == 1:
        return ""
    return _("%(mark)s: Handrommé, die Punkte dieses Spiels zählen in der Summe %(factor)d-fach.") % {
        "mark": factor_mark(ruleset, handromme=True),
        "factor": ruleset.hand_factor,
    }
