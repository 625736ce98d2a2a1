"""Two other ways of seating a series: by the standings, and from a file. Both lead to the preview of a draw."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.seating.draws_by_rank import propose_by_standings, why_not_by_standings
from romme_turnier.tournament.seating.draws_from_file import propose_from_file, seating_faults
from romme_turnier.tournament.seating.file import Fault, read_seating, text_of_file
from romme_turnier.tournament.shared.list_files.table_file import FileRefused
from romme_turnier.web.acting import Attempt, errors_in
from romme_turnier.web.nul import may_hold_nul
from romme_turnier.web.organiser.fields import TextOrFileForm, notes_of


class SeatsSeedForm(forms.Form):
    seed = forms.CharField(
        label=gettext_lazy("Zufallszahl"),
        required=False,
        max_length=64,
        help_text=gettext_lazy("Sie entscheidet nur über die Plätze am Tisch. Leer lassen: Das Programm wählt eine."),
    )


class SeatingFileForm(TextOrFileForm):
    text_label = gettext_lazy("Plätze einfügen")
    both_words = gettext_lazy("Bitte fügen Sie entweder Plätze ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie Plätze ein oder wählen Sie eine Datei.")


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def series_by_standings(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    demand_series(event, number)
    form = SeatsSeedForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with errors_in(form):
            propose_by_standings(event, number, by=request.user, seed=form.cleaned_data["seed"] or None)
            return redirect("organiser:series_draw", event.slug, number)
    context = {
        "event": event,
        "number": number,
        "form": form,
        "after": number - 1,
        "no_standings": why_not_by_standings(event, number),
    }
    return render(request, "organiser/seating/by_standings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
@may_hold_nul("text")
def series_from_file(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Proposes a seating from a text or file; the page shows the text again until it has no faults."""
    demand_series(event, number)
    template = "organiser/seating/from_file.html"
    form = SeatingFileForm(request.POST or None, request.FILES or None)
    context = {"event": event, "number": number, "form": form}
    written = form.list_text(text_of_file)
    if written is None:
        return render(request, template, context)
    try:
        read = read_seating(written.text, number, seats=event.rules.seats_max)
    except FileRefused as error:
        form.refuse(error)
        return render(request, template, context)
    faults = [*read.faults, *seating_faults(event, number, read.places)]
    if not faults:
        with Attempt(lambda error: faults.append(Fault(None, error.message))):
            propose_from_file(event, number, read.places, by=request.user)
            for note in notes_of(written):
                messages.info(request, note)
            return redirect("organiser:series_draw", event.slug, number)
    context |= {
        "form": SeatingFileForm(initial={"text": written.text}),
        "faults": sorted(faults, key=lambda fault: fault.line or 1_000_000),
        "unused": read.unused,
        "notes": notes_of(written),
    }
    return render(request, template, context)
