"""The pages and booklets of the rulebook, one for each rule system, with its clauses if there are any."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.documents.render.booklet import folded
from romme_turnier.documents.render.page import pdf_is_possible
from romme_turnier.documents.render.pdf import pdf_response, render_pdf
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.web.errors import or_404
from romme_turnier.web.rule_check.examples import examples_of
from romme_turnier.web.rulebook.clauses import found_in, parts_of
from romme_turnier.web.rulebook.facts import lines_found, sections_of, values_table


@require_safe
def rulebook(request: HttpRequest, key: str = DEFAULT) -> HttpResponse:
    """Shows a rule system; `?q=` selects the clauses and facts that contain every word of the question."""
    rules, question = or_404(RULE_SYSTEMS.get(key)), request.GET.get("q", "").strip()[:200]
    parts = parts_of(key)
    context = {
        "rules": rules,
        "systems": RULE_SYSTEMS.values(),
        "question": question,
        "has_clauses": bool(parts),
        "parts": found_in(parts, question),
        "examples": examples_of(rules),
        "sections": lines_found(sections_of(rules), question),
        "values": None if question else values_table(rules, Medium.PAGE),
        "can_print": pdf_is_possible(),
    }
    return render(request, "rulebook/rulebook.html", context)


@require_safe
def booklet(_request: HttpRequest, key: str, *, to_fold: bool = False) -> HttpResponse:
    """Sends the rules as an A5 document or, if `to_fold` is true, as A4 sheets to print on both sides and fold.

    Raises Http404 if the rule system is unknown, or if this machine cannot make PDF files.
    """
    rules = or_404(RULE_SYSTEMS.get(key))
    if not pdf_is_possible():
        raise Http404
    values = values_table(rules, Medium.PAPER)
    context = {"rules": rules, "parts": parts_of(key), "sections": sections_of(rules), "values": values}
    pdf = render_pdf("documents/rulebook.html", context)
    name = _("Regelwerk").lower() + f"-{key}"
    return pdf_response(folded(pdf) if to_fold else pdf, f"{name}-a4" if to_fold else name)
