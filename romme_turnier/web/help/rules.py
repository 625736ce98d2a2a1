"""Looking up what the rules order when something went wrong at the table, in large type."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from romme_turnier.tournament.disputes.words import case_named, look_up


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """`?q=40 abgelegt` filters; `?turnier=slug` offers to record a dispute with what happened. `?fall=` is one case
    alone, to be shown to the players.
    """
    question = request.GET.get("q", "").strip()[:200]
    slug = request.GET.get("turnier", "")
    if shown := case_named(request.GET.get("fall", "")):
        return render(request, "help/rule_shown.html", {"entry": shown[0], "case": shown[1], "orders": shown[2]})
    found = look_up(question)
    context = {
        "question": question,
        "found": found,
        "count": sum(map(len, found.values())),
        "slug": slug if re.fullmatch(r"[-\w]{1,80}", slug, re.ASCII) and request.user.is_authenticated else "",
    }
    return render(request, "help/rules.html", context)
