"""The history of a list, the newest entry first, and the page of an earlier revision."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.histories import HistoryTable, history_lines
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.history_words import content_lines, differences
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.lists.revision_chain import picture_of_content, terms_of_content
from romme_turnier.tournament.lists.words import factor_mark, figures_legend, sum_label
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.lists.common import Status, get_list_view


@require_safe
@for_officials(Right.SEE)
def history(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    lines = list(history_lines(view.spielliste, event.rules, read_packed(event)))
    shown = HistoryTable.table_for(Medium.PAGE, lines, query=request.GET, part={"serie": number, "tisch": table})
    if not shown.order:
        shown.caption = _("Das Neueste steht oben")
    context = {
        **view.context(),
        "table": shown,
        "broken": ", ".join(str(line.revision) for line in reversed(lines) if line.is_broken),
        "revisions": sum(line.revision is not None for line in lines),
    }
    return render(request, "organiser/lists/corrections/history.html", context)


@require_safe
@for_officials(Right.SEE)
def revision(request: OfficialRequest, event: models.Event, number: int, table: int, revision: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    revisions = whole_revisions(view.spielliste.revisions.select_related("by"), read_packed(event))
    earlier = or_404(next((row for row in revisions if row.number == revision), None))
    newest = revisions[-1]
    rules, picture = view.event.rules, picture_of_content(earlier.content, view.event.terms)
    context = {
        **view.context(),
        "revision": earlier,
        "is_newest": earlier.pk == newest.pk,
        "grid": {
            "seats": [
                {"seat": seat["seat"], "number": seat["number"], "name": ""} for seat in earlier.content["seats"]
            ],
            "rows": [
                {"number": row.number, "cells": row.cells, "factor": factor_mark(row.factor), "contract": ""}
                for row in picture.rows
                if row.entered
            ],
            "sums": [
                {
                    "label": sum_label(line.line, provisional=line.provisional),
                    "values": [DASH if value is None else signed(value) for value in line.values],
                    "is_result": False,
                }
                for line in picture.sums
            ],
            "running_sums": rules.running_sums,
            "scoring_points": view.event.points_per_game is not None,
        },
        "figures_legend": figures_legend(terms_of_content(earlier.content, view.event.terms)),
        "status": Status(earlier.content["status"]).label,
        "lines": content_lines(earlier.content),
        "differences": differences(earlier.content, newest.content) if earlier.pk != newest.pk else [],
    }
    return render(request, "organiser/lists/corrections/revision.html", context)
