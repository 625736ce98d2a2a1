"""What has changed in the standings since an issue was released, player by player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.tournament.figures import figure, figure_or_dash

Row = Mapping[str, Any]  # a row as services/issues.py stores it


def changes(old: Sequence[Row], new: Sequence[Row], names: Mapping[int | None, str]) -> list[str]:
    """A sentence for each player whose rank or sum is another now, in the order of the standings of now."""
    before = {row["number"]: row for row in old}
    found = []
    for row in new:
        number = row["number"]
        facts = _facts(before.get(number), row)
        if facts and number is not None:
            words = _("%(number)d %(name)s: %(facts)s")
            found.append(words % {"number": number, "name": names.get(number, ""), "facts": ", ".join(facts)})
    return found


def _facts(old: Row | None, new: Row) -> list[str]:
    if old is None:
        return [_("neu in der Rangliste")] if new["lists"] else []
    facts = []
    if old["rank"] != new["rank"]:
        words = {"old": figure_or_dash(old["rank"]), "new": figure_or_dash(new["rank"])}
        facts.append(_("Rang bisher %(old)s, jetzt %(new)s") % words)
    if old["total"] != new["total"]:
        words = {"old": figure(old["total"]), "new": figure(new["total"])}
        facts.append(_("Summe bisher %(old)s, jetzt %(new)s") % words)
    if old["lists"] != new["lists"]:
        words = {"old": str(old["lists"]), "new": str(new["lists"])}
        facts.append(_("gewertete Listen bisher %(old)s, jetzt %(new)s") % words)
    if old["finished"] != new["finished"] or old["handrommes"] != new["handrommes"]:
        facts.append(_("beendete Spiele oder Handrommés geändert"))
    return facts
