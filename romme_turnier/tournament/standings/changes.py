"""Changes in the standings since a release, player by player."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.shared.numbers import figure_or_dash, number_format
from romme_turnier.tournament.standings.criteria_words import figures_of, words_of


def changes(
    old: Sequence[StandingRow], new: Sequence[StandingRow], names: Mapping[int | None, str], rules: RuleSet
) -> list[str]:
    """Returns a sentence for each player whose rank or figures have changed, in the current order."""
    before = {row.number: row for row in old}
    rows = []
    for row in new:
        facts = _facts(before.get(row.number), row, rules)
        if facts and row.number is not None:
            words = _("%(number)d %(name)s: %(facts)s")
            rows.append(words % {"number": row.number, "name": names.get(row.number, ""), "facts": ", ".join(facts)})
    return rows


def _facts(old: StandingRow | None, new: StandingRow, rules: RuleSet) -> list[str]:
    if old is None:
        return [_("neu in der Rangliste")] if new.lists else []
    facts = []
    if old.rank != new.rank:
        words = {"old": figure_or_dash(old.rank), "new": figure_or_dash(new.rank)}
        facts.append(_("Rang bisher %(old)s, jetzt %(new)s") % words)
    for figure in map(words_of, figures_of(rules)):
        if figure.value and (was := figure.value(old.tally)) != (now := figure.value(new.tally)):
            words = {"what": figure.heading, "old": number_format(was), "new": number_format(now)}
            facts.append(_("%(what)s bisher %(old)s, jetzt %(new)s") % words)
    return facts
