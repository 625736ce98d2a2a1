"""All printouts, by stage of the day, and the tables for other programs."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from romme_turnier.documents.render.page import pdf_is_possible
from romme_turnier.documents.writable import names_beyond_papers
from romme_turnier.tournament import models
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.printouts.print_page import stretches, tables


@require_safe
@for_officials(Right.SEE)
def print_page(request: OfficialRequest, event: models.Event) -> HttpResponse:
    context = {
        "event": event,
        "stretches": stretches(event, request.user),
        "makes_pdf": pdf_is_possible(),
        "tables": tables(event, request.user),
        "beyond_papers": names_beyond_papers(event),
    }
    return render(request, "organiser/printouts/print_page.html", context)
