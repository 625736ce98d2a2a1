"""The years for which events name their players in public, with a preview of the effect on each public event."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import NamesEndTable
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several, default_organiser
from romme_turnier.tournament.organisers.retention import names_ends, set_names_years
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.organisers.forms import NamesForm


@for_organiser(OrganiserRight.DESCRIBE)
def organiser_names(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    return _names(request, organiser, reverse("organiser:organiser", args=[organiser.number]))


@for_holders(ProgramRight.RUN)
def register_names(request: OfficialRequest) -> HttpResponse:
    """Shows the page of the only organiser. Raises Http404 if there are several, which have separate pages."""
    if are_several():
        raise Http404
    return _names(request, default_organiser(), reverse("organiser:register"))


def _names(request: OfficialRequest, organiser: Organiser, back: str) -> HttpResponse:
    """Shows the day on which each public event loses its names after `?years=` years; a POST stores that number.

    If `?years=` is missing, the page shows the effect of the stored number.
    """
    asked = request.POST if request.method == "POST" else request.GET if "years" in request.GET else None
    form = NamesForm(asked, initial={"years": organiser.names_years})
    years = organiser.names_years
    if form.is_valid():
        years = form.cleaned_data["years"]
        if request.method == "POST":
            with errors_in(form):
                set_names_years(organiser, years, by=request.user)
                messages.success(request, _("Die Frist für Namen ist gespeichert."))
                return redirect(back)
    ends = names_ends(organiser, years) if years and not form.errors else []
    context = {
        "organiser": organiser if are_several() else None,
        "names_years": organiser.names_years,
        "back": back,
        "form": form,
        "years": years,
        "is_preview": form.is_bound and not form.errors,
        "vanishing_now": sum(end.is_now for end in ends),
        "table": NamesEndTable.table_for(Medium.PAGE, ends, query=request.GET),
    }
    return render(request, "organiser/organisers/names.html", context)
