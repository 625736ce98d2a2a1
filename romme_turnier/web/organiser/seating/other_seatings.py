"""Two other ways of seating a series: by the standings, and from a file. Both lead to the preview of a draw."""

from collections import defaultdict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.seating.draws_by_rank import propose_by_standings, why_not_by_standings
from romme_turnier.tournament.seating.draws_from_file import propose_from_file, seating_faults
from romme_turnier.tournament.seating.file import HEADINGS, Fault, SeatingFile, read_seating, text_of_file
from romme_turnier.tournament.shared.list_files.table_file import FileRefused
from romme_turnier.tournament.shared.numbers import whole_number, whole_numbers
from romme_turnier.web.acting import Attempt, errors_in
from romme_turnier.web.nul import may_hold_nul
from romme_turnier.web.organiser.fields import TextOrFileForm, notes_of
from romme_turnier.web.organiser.seating.draw import SeedForm


class SeatingFileForm(TextOrFileForm):
    text_label = gettext_lazy("Plätze einfügen")
    both_words = gettext_lazy("Bitte fügen Sie entweder Plätze ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie Plätze ein oder wählen Sie eine Datei.")


@for_officials(Right.DIRECT)
def series_by_standings(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    demand_series(event, number)
    form = SeedForm(request.POST if request.method == "POST" else None)
    form.fields["seed"].help_text = _(
        "Sie entscheidet nur über die Plätze am Tisch. Leer lassen: Das Programm wählt eine."
    )
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


@for_officials(Right.DIRECT)
@may_hold_nul("text")
def series_from_file(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Proposes a seating from a text or a file, and redirects to its preview.

    A list with faults is shown as a table whose cells can be corrected and whose rows can be left out; `was=zurueck`
    returns to the text.
    """
    demand_series(event, number)
    template = "organiser/seating/from_file.html"
    is_text = request.POST.get("was") == "zurueck"
    form = SeatingFileForm(
        None if is_text else request.POST or None, request.FILES or None, initial=request.POST.dict()
    )
    context = {"event": event, "number": number, "form": form, "rows": ()}
    written = None if is_text else form.list_text(text_of_file)
    if written is None:
        return render(request, template, context)
    try:
        read = _read(request, event, number, written.text)
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
    at_lines: dict[int | None, list[Fault]] = defaultdict(list)
    for fault in faults:
        at_lines[fault.line].append(fault)
    left_out = {place.line for place in read.left_out}
    context |= {
        "text": written.text,
        "faults": sorted(faults, key=lambda fault: fault.line or 1_000_000),
        "rows": [
            (place, at_lines[place.line], place.line in left_out)
            for place in sorted((*read.places, *read.left_out), key=lambda place: place.line)
        ],
        "unused": read.unused,
        "notes": notes_of(written),
    }
    return render(request, template, context)


def _read(request: OfficialRequest, event: Event, number: int, text: str) -> SeatingFile:
    """Reads the text with the page's corrected cells ("z-7-table") and omitted lines ("weg"). Raises FileRefused."""
    typed: dict[int, dict[str, str]] = defaultdict(dict)
    for name, cell in request.POST.items():
        _z, line, column = (*name.split("-"), "", "")[:3]
        if column in HEADINGS and (at := whole_number(line, digits=6)) is not None:
            typed[at][column] = str(cell).strip()
    left_out = whole_numbers(request.POST.getlist("weg"), digits=6)
    return read_seating(text, number, seats=event.rules.seats_max, typed=typed, left_out=left_out)
