"""Two more ways of seating a series: by the standings, and from a file. Both end in the preview of the draw."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participant_file import FileRefused, as_text
from romme_turnier.tournament.permissions import Right
from romme_turnier.tournament.seating_file import Fault, SeatingFile, read_seating, read_seating_upload
from romme_turnier.tournament.services.draws_by_rank import propose_by_standings, why_not_by_standings
from romme_turnier.tournament.services.draws_from_file import propose_from_file, seating_faults
from romme_turnier.web.organiser.access import OfficialRequest, demand_series, for_officials
from romme_turnier.web.organiser.navigation import event_nav


class SeatsSeedForm(forms.Form):
    seed = forms.CharField(
        label=gettext_lazy("Zufallszahl"),
        required=False,
        max_length=64,
        help_text=gettext_lazy("Sie entscheidet nur über die Plätze am Tisch. Leer lassen: Das Programm wählt eine."),
    )


class SeatingFileForm(forms.Form):
    """Text from the clipboard, or a file."""

    text = forms.CharField(
        label=gettext_lazy("Plätze einfügen"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
        help_text=gettext_lazy(
            "Aus einer Tabelle kopiert, oder mit Semikolon oder Komma getrennt. Die erste Zeile nennt die Spalten."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("oder Datei wählen"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=gettext_lazy("CSV oder XLSX, höchstens 1 MB."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, file = (cleaned.get("text") or "").strip(), cleaned.get("file")
        if not self.errors and bool(text) == bool(file):
            both = _("Bitte fügen Sie entweder Plätze ein oder wählen Sie eine Datei, nicht beides.")
            raise forms.ValidationError(both if text else _("Bitte fügen Sie Plätze ein oder wählen Sie eine Datei."))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def series_by_standings(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    demand_series(event, number)
    form = SeatsSeedForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            propose_by_standings(event, number, by=request.user, seed=form.cleaned_data["seed"] or None)
        except TournamentError as error:
            form.add_error(None, error.message)
        else:
            return redirect("organiser:series_draw", event.slug, number)
    context = {"form": form, "after": number - 1, "no_standings": why_not_by_standings(event, number)}
    return _page(request, event, number, "organiser/series/by_standings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def series_from_file(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """What was typed or uploaded is kept in the page as text until it is free of faults."""
    demand_series(event, number)
    template = "organiser/series/from_file.html"
    form = SeatingFileForm(request.POST or None, request.FILES or None)
    if not form.is_valid():
        return _page(request, event, number, template, {"form": form})
    try:
        read, text = _read(form, number)
    except FileRefused as error:
        form.add_error("file" if form.cleaned_data.get("file") else "text", error.message)
        return _page(request, event, number, template, {"form": form})
    faults = [*read.faults, *seating_faults(event, number, read.places)]
    if not faults:
        try:
            propose_from_file(event, number, read.places, by=request.user)
        except TournamentError as error:
            faults = [Fault(None, error.message)]
        else:
            return redirect("organiser:series_draw", event.slug, number)
    context = {
        "form": SeatingFileForm(initial={"text": text}),
        "faults": sorted(faults, key=lambda fault: fault.line or 1_000_000),
        "unused": read.unused,
    }
    return _page(request, event, number, template, context)


def _read(form: SeatingFileForm, number: int) -> tuple[SeatingFile, str]:
    """The places, and as text what was read, so that faults can be corrected in the page."""
    file = form.cleaned_data["file"]
    if not file:
        text = form.cleaned_data["text"]
        return read_seating(text, number), text
    content = file.read()
    return read_seating_upload(file.name, content, number), as_text(file.name, content)


def _page(request: OfficialRequest, event: Event, number: int, template: str, context: dict[str, Any]) -> HttpResponse:
    shared = {"event": event, "event_nav": event_nav(event, f"series-{number}"), "number": number}
    return render(request, template, {**shared, **context})
