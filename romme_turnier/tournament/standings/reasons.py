"""Why one row of the standings is before the next, for each pair of neighbours (§ 1.5)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.standings.criteria_words import ahead_words, equal_words, figures_of


@dataclass(frozen=True, slots=True)
class WhyAhead:
    """`question` names the row behind, `answer` is a sentence."""

    question: str
    answer: str


def why_ahead(row: StandingRow | TeamRow, behind: StandingRow | TeamRow, name: str, rules: RuleSet) -> WhyAhead | None:
    """Returns None if the row behind has no rank: then there is nothing to compare."""
    if behind.rank is None or not name:
        return None
    if behind.decided_by is None:
        return WhyAhead(_("Warum gleichauf mit %(name)s?") % {"name": name}, _level(name, rules))
    why = ahead_words(behind.decided_by, row.tally, behind.tally, rules)
    return WhyAhead(_("Warum vor %(name)s?") % {"name": name}, _("Vor %(name)s: %(why)s") % {"name": name, "why": why})


def why_after(row: StandingRow, before: StandingRow, name: str, rules: RuleSet) -> str:
    """Returns a sentence on why the row is behind the previous one, whose name is given; "" without a rank."""
    if row.rank is None or not name:
        return ""
    if row.decided_by is None:
        return _level(name, rules)
    why = ahead_words(row.decided_by, before.tally, row.tally, rules)
    return _("%(name)s steht davor: %(why)s") % {"name": name, "why": why}


def _level(name: str, rules: RuleSet) -> str:
    words = {"name": name, "equal": equal_words(figures_of(rules))}
    return _("Wie %(name)s: gleich viele %(equal)s. Die Reihenfolge sagt hier nichts.") % words
