"""Repairs for missing and late players: proposals with the fewest changes, which can be applied and undone."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.catalogue import papers_of_changed
from romme_turnier.documents.printout import Job
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seats import RepairsTable
from romme_turnier.tournament.models import Event, Registration, Series
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.seating.repair_words import changed_tables, small_tables_in_words
from romme_turnier.tournament.seating.repairs import (
    Hall,
    Proposals,
    apply_repair,
    hall_of,
    missing_in,
    propose,
    undo_repair,
)
from romme_turnier.web.acting import confirm, errors_as_messages
from romme_turnier.web.organiser.fields import PeopleField, reason_field
from romme_turnier.web.organiser.seating.common import get_series, unpaid_context


class TickedPeopleField(forms.ModelMultipleChoiceField[Registration]):
    """Checkboxes for participants, labelled with start number, name, club, and a note on players out of competition."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Registration) -> str:
        notes = [obj.club.name if obj.club else "", _("außer Konkurrenz") if obj.out_of_competition else ""]
        return " – ".join(filter(None, [f"{obj.number} {obj.name}", ", ".join(filter(None, notes))]))


class RepairForm(forms.Form):
    """A form for missing and new players: `fehlt` offers players known to be missing, `nummern` takes others.

    The form omits `fehlt` and `kommt` if these fields would be empty.
    """

    fehlt = TickedPeopleField(queryset=Registration.objects.none(), required=False, label=gettext_lazy("Es fehlt"))
    nummern = PeopleField(
        label=gettext_lazy("Wer fehlt?"),
        required=False,
        help_text=gettext_lazy("Nummer, Name oder Startkarte; mehrere mit Komma."),
    )
    kommt = TickedPeopleField(queryset=Registration.objects.none(), required=False, label=gettext_lazy("Es kommt dazu"))
    grund = reason_field(
        gettext_lazy("Steht im Protokoll der Serie, zum Beispiel: nach der Pause nicht da."), required=False
    )

    def __init__(self, series: Series, hall: Hall, data: QueryDict | None) -> None:
        everybody = hall.registrations.values()
        self.seated = [registration for registration in everybody if registration.number in hall.seated]
        asked = {value for value in (data.getlist("fehlt") if data else []) if value.isdecimal()}
        pks = {registration.pk for registration in missing_in(series)}
        pks |= {registration.pk for registration in self.seated if str(registration.pk) in asked}
        super().__init__(data or None, initial={"fehlt": sorted(pks)})
        cast(PeopleField, self.fields["nummern"]).people = self.seated
        people = series.event.registrations.select_related("player", "club").prefetch_related("absences")
        coming = [
            registration.pk
            for registration in everybody
            if registration.number not in hall.seated
            and registration.belongs_to(series.number)
            and not registration.on_bench(series.number)
        ]
        self._offer("fehlt", people.filter(pk__in=pks))
        if "fehlt" in self.fields:
            self.fields["nummern"].label = _("Wer fehlt noch?")
        self._offer("kommt", people.filter(pk__in=coming).order_by("number"))

    def _offer(self, name: str, people: Any) -> None:
        field = self.fields[name]
        field.queryset = people  # type: ignore[attr-defined]
        if not people.exists():
            del self.fields[name]

    @property
    def missing(self) -> list[Registration]:
        ticked = list(self.cleaned_data.get("fehlt", []))
        typed = [registration for registration in self.cleaned_data["nummern"] if registration not in ticked]
        return sorted([*ticked, *dict.fromkeys(typed)], key=lambda registration: registration.number or 0)

    @property
    def coming(self) -> list[Registration]:
        return list(self.cleaned_data.get("kommt", []))


@require_safe
@for_officials(Right.DIRECT)
def series_repair(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Asks for missing and new players, then shows the possible repairs."""
    series = get_series(event, number)
    hall = hall_of(series)
    if not hall.tables:
        return redirect("organiser:series", event.slug, number)
    form = RepairForm(series, hall, request.GET)
    result: Proposals | None = None
    if form.is_valid():
        if form.missing or form.coming:
            result = propose(series, missing=form.missing, coming=form.coming)
        else:
            form.add_error("nummern", _("Bitte geben Sie an, wer fehlt oder wer dazukommt."))
    proposals = result.proposals if result else ()
    small_tables = small_tables_in_words([proposal.small_tables for proposal in proposals], event.rules.table_size)
    repairs = series.repairs.select_related("by")
    context = {
        "event": event,
        "number": number,
        "series": series,
        "form": form,
        "asked": result is not None,
        **unpaid_context(request, event, number, form.coming if result else [], page="series_repair"),
        "coming": True,
        "result": result,
        "proposals": list(zip(proposals, small_tables, strict=True)),
        "papers": papers_of_changed(Job(event, series)),
        "done": RepairsTable.table_for(Medium.PAGE, repairs, part={"serie": number}),
    }
    return render(request, "organiser/seating/repair.html", context)


@require_POST
@for_officials(Right.DIRECT)
def series_repair_apply(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    form = RepairForm(series, hall_of(series), request.POST)
    if form.is_valid():
        with errors_as_messages(request):
            apply_repair(
                series,
                request.POST.get("key", ""),
                missing=form.missing,
                coming=form.coming,
                reason=form.cleaned_data["grund"],
                by=request.user,
            )
            messages.success(request, _("Die Plätze sind geändert. Sie können es hier wieder rückgängig machen."))
            return redirect("organiser:series_repair", event.slug, number)
    else:
        messages.error(request, _("Inzwischen sitzt hier jemand anders. Bitte wählen Sie noch einmal."))
    return redirect("organiser:series_repair", event.slug, number)


@for_officials(Right.DIRECT)
def series_repair_undo(request: OfficialRequest, event: Event, number: int, pk: int) -> HttpResponse:
    series = get_series(event, number)
    repair = get_object_or_404(series.repairs, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            undo_repair(repair, by=request.user)
            messages.success(request, _("Alle sitzen wieder wie vor dieser Änderung."))
        return redirect("organiser:series_repair", event.slug, number)
    return confirm(
        request,
        _("Änderung der Plätze rückgängig machen"),
        *changed_tables(repair, back=True),
        _("Alle sitzen dann wieder wie vorher. Wer als fehlend eingetragen wurde, wird wieder erwartet."),
        button=_("Rückgängig machen"),
        back=reverse("organiser:series_repair", args=[event.slug, number]),
        event=event,
    )
