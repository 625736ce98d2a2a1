"""Why one row of the standings stands before the next, for each pair of neighbours (§ 1.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.figures import figure

Row = Mapping[str, Any]  # a row as services/issues.py stores it


@dataclass(frozen=True, slots=True)
class WhyAhead:
    """`question` names the row behind, `answer` is a sentence."""

    question: str
    answer: str


def why_ahead(row: Row, behind: Row, name: str) -> WhyAhead | None:
    """None where the row behind has no rank: then there is nothing to compare."""
    if behind["rank"] is None or not name:
        return None
    if behind["decided_by"] == "tied":
        return WhyAhead(
            _("Warum gleichauf mit %(name)s?") % {"name": name},
            _(
                "Wie %(name)s: gleich viele Listen, Punkte, beendete Spiele und Handrommés. Die Reihenfolge "
                "sagt hier nichts."
            )
            % {"name": name},
        )
    answer = _("Vor %(name)s: %(why)s") % {"name": name, "why": _answer(row, behind)}
    return WhyAhead(_("Warum vor %(name)s?") % {"name": name}, answer)


def _answer(row: Row, behind: Row) -> str:
    match behind["decided_by"]:
        case "lists":
            return _("mehr gewertete Listen, %(mine)d statt %(other)d.") % _pair(row, behind, "lists")
        case "total":
            return _points(row, behind)
        case "finished":
            words = _("gleich viele Punkte, aber mehr selbst beendete Spiele, %(mine)d statt %(other)d.")
            return words % _pair(row, behind, "finished")
        case "handrommes":
            words = _("gleich viele Punkte und beendete Spiele, aber mehr Handrommés, %(mine)d statt %(other)d.")
            return words % _pair(row, behind, "handrommes")
    return _("in allem gleich; das Entscheidungsspiel hat entschieden.")


def _points(row: Row, behind: Row) -> str:
    apart = abs(row["total"] - behind["total"])
    if row["total"] < behind["total"]:
        words = ngettext(
            "%(apart)s Punkt weniger, %(mine)s statt %(other)s.",
            "%(apart)s Punkte weniger, %(mine)s statt %(other)s.",
            apart,
        )
    else:
        words = ngettext(
            "%(apart)s Punkt mehr, %(mine)s statt %(other)s.",
            "%(apart)s Punkte mehr, %(mine)s statt %(other)s.",
            apart,
        )
    return words % {"apart": figure(apart), "mine": figure(row["total"]), "other": figure(behind["total"])}


def _pair(row: Row, behind: Row, name: str) -> dict[str, int]:
    return {"mine": row[name], "other": behind[name]}
