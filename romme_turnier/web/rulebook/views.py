"""The rulebook's pages: one for each rule system, clauses first where somebody wrote them down."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.web.rule_check.examples import EXAMPLES
from romme_turnier.web.rulebook.clauses import found_in, parts_of
from romme_turnier.web.rulebook.facts import sections_of, values_of


@require_safe
def rulebook(request: HttpRequest, key: str = DEFAULT) -> HttpResponse:
    """`?q=` narrows the clauses to those that hold every word."""
    if key not in RULE_SYSTEMS:
        raise Http404
    rules, question = RULE_SYSTEMS[key], request.GET.get("q", "").strip()[:200]
    parts = parts_of(key)
    context = {
        "rules": rules,
        "systems": RULE_SYSTEMS.values(),
        "question": question,
        "has_clauses": bool(parts),
        "parts": found_in(parts, question),
        "examples": EXAMPLES,
        "sections": [] if question else sections_of(rules),
        "values": values_of(rules),
    }
    return render(request, "rulebook/rulebook.html", context)
