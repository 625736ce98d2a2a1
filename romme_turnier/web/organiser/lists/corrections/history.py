"""The history of a list: who, when, old and new; the latest first."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.revision_chain import broken_links
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.lists.common import get_list_view
from romme_turnier.web.organiser.lists.corrections.history_words import differences, log_lines, log_title

SHORT_HASH = 12


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    by: str
    title: str
    lines: list[str]
    reason: str = ""
    consent: str = ""
    hash: str = ""
    broken: bool = False
    revision: int | None = None
    newest: bool = False


@require_safe
@for_officials(Right.SEE)
def history(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    revisions = list(view.spielliste.revisions.select_related("by").order_by("number"))
    broken = broken_links(revisions)
    log = view.spielliste.log.select_related("by")
    lines = [_log_line(entry, event.rules) for entry in log]
    lines += _revision_lines(revisions, set(broken))  # they begin where the log ends
    context = {
        **view.context(),
        "lines": lines[::-1],  # not by time: clocks are set back
        "broken": ", ".join(map(str, broken)),
        "revisions": len(revisions),
    }
    return render(request, "organiser/lists/corrections/history.html", context)


def _log_line(entry: models.LogEntry, rules: RuleSet) -> Line:
    lines = log_lines(entry, rules)
    return Line(at=entry.at, by=_who(entry.by), title=log_title(entry), lines=lines)


def _who(user: object | None) -> str:
    return str(user) if user is not None else _("ohne Anmeldung")


def _revision_lines(revisions: list[models.Revision], broken: set[int]) -> list[Line]:
    lines = []
    for before, revision in zip([None, *revisions], revisions, strict=False):
        seats = ", ".join(_("Platz %(seat)d") % {"seat": seat} for seat in revision.consent)
        lines.append(
            Line(
                at=revision.at,
                by=_who(revision.by),
                title=_("Fassung %(number)d") % {"number": revision.number},
                lines=differences(before.content if before else None, revision.content),
                reason=revision.reason_words,
                consent=seats,
                hash=revision.hash[:SHORT_HASH],
                broken=revision.number in broken,
                revision=revision.number,
                newest=revision is revisions[-1],
            )
        )
    return lines
