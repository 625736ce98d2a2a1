"""The stages of a season's championship, and the places of a stage."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.base import LongSelect
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.places import places_table
from romme_turnier.tournament.models import Event, Quota, Season, Stage
from romme_turnier.tournament.organisers.reading import are_several, at_and_below
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.competitions.qualification import table_of
from romme_turnier.tournament.seasons.competitions.quota_words import (
    cut_sentence,
    further_sentences,
    method_sentence,
    table_words,
)
from romme_turnier.tournament.seasons.competitions.quotas import (
    PLACES_MAX,
    QuotaTerms,
    change_stage,
    create_stage,
    delete_stage,
    share_out,
    withdraw_quota,
)
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.fields import ReasonForm, date_field, number_field
from romme_turnier.web.organiser.seasons.saved import medium_of, table_response

TABLES = ("edition__ranking__season", "release__event", "release__series")  # from a qualification to its table


class EventChoice(forms.ModelChoiceField[Event]):
    """A field for an event of the season's organiser or of one below, on or after the season's first day."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Event.objects.none(), widget=LongSelect, required=False, **options)

    def offer(self, season: Season) -> None:
        here = Event.objects.filter(held_by__in=at_and_below(season.organiser)).order_by("-starts_at")
        self.queryset = here.filter(starts_at__date__gte=season.first_day)

    def label_from_instance(self, event: Event) -> str:
        return f"{event}, {date_format(timezone.localdate(event.starts_at), 'j. F Y')}"


class StageForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=120, help_text=gettext_lazy("Zum Beispiel Vorrunde oder Finale.")
    )
    event = EventChoice(
        label=gettext_lazy("Turnier"),
        empty_label=gettext_lazy("noch keines"),
        help_text=gettext_lazy("In dieses Turnier werden die Qualifizierten übernommen."),
    )

    def __init__(self, season: Season, data: QueryDict | None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["event"].offer(season)  # type: ignore[attr-defined]


class QuotaForm(forms.Form):
    places = number_field(pgettext_lazy("not seats", "Plätze"), 1, PLACES_MAX, size=6)
    parties = forms.ChoiceField(
        label=gettext_lazy("Plätze für"), choices=Quota.Parties.choices, widget=forms.RadioSelect
    )
    base = forms.ChoiceField(label=gettext_lazy("gerechnet nach"), choices=Quota.Base.choices, widget=forms.RadioSelect)
    key_day = date_field(gettext_lazy("Stichtag"), help_text=gettext_lazy("Für Mitglieder."))
    entries_of = EventChoice(label=gettext_lazy("Turnier"), empty_label="–", help_text=gettext_lazy("Für Meldungen."))
    method = forms.ChoiceField(label=gettext_lazy("Verfahren"), choices=Quota.Way.choices, widget=forms.RadioSelect)
    minimum = number_field(gettext_lazy("mindestens je"), 0, PLACES_MAX, size=6)
    in_advance = number_field(
        gettext_lazy("vorab je"),
        0,
        PLACES_MAX,
        size=6,
        help_text=gettext_lazy("Diese Plätze bekommt jeder zuerst. Verteilt wird der Rest."),
    )

    def __init__(self, season: Season, data: QueryDict | None) -> None:
        usual = QuotaTerms(places=1)
        initial = {name: getattr(usual, name) for name in ("method", "minimum", "in_advance", "parties", "base")}
        super().__init__(data, initial={**initial, "key_day": season.first_day})
        self.fields["entries_of"].offer(season)  # type: ignore[attr-defined]
        if not are_several():
            self.fields["parties"].choices = Quota.Parties.choices[1:]  # type: ignore[attr-defined]
            self.initial.update({"parties": Quota.Parties.CLUBS, "base": Quota.Base.ENTRIES})

    def terms(self) -> QuotaTerms:
        """Returns the terms, without the key day or the event if the base does not use it."""
        chosen = dict(self.cleaned_data)
        chosen["key_day" if chosen["base"] == Quota.Base.ENTRIES else "entries_of"] = None
        return QuotaTerms(**chosen)


def get_stage(season: Season, pk: int) -> Stage:
    """Returns the season's stage with this primary key. Raises Http404 if there is none."""
    return get_object_or_404(season.stages.select_related("event", "season__organiser"), pk=pk)


@require_safe
@for_season()
def championship(request: OfficialRequest, season: Season) -> HttpResponse:
    """Lists the stages of the championship."""
    stages = season.stages.select_related("event").prefetch_related("quotas__shares", "qualifications")
    context = {
        "season": season,
        "stages": [
            {
                "stage": stage,
                "quota": next((quota for quota in stage.quotas.all() if quota.withdrawn_at is None), None),
                "qualified": sum(made.places for made in stage.qualifications.all()),
            }
            for stage in stages
        ],
        "may_change": may_change(request.user, season),
    }
    return render(request, "organiser/seasons/championship/championship.html", context)


@for_season(changing=True)
def stage_new(request: OfficialRequest, season: Season) -> HttpResponse:
    form = StageForm(season, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            stage = create_stage(season, form.cleaned_data["name"], form.cleaned_data["event"], by=request.user)
            return redirect("organiser:stage", season.address, stage.pk)
    return _stage_form(request, season, form, None)


@for_season(changing=True)
def stage_change(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    stage = get_stage(season, pk)
    form = StageForm(season, request.POST or None, initial={"name": stage.name, "event": stage.event})
    if form.is_valid():
        with errors_in(form):
            change_stage(stage, form.cleaned_data["name"], form.cleaned_data["event"], by=request.user)
            messages.success(request, _("Gespeichert."))
            return redirect("organiser:stage", season.address, stage.pk)
    return _stage_form(request, season, form, stage)


def _stage_form(request: OfficialRequest, season: Season, form: StageForm, stage: Stage | None) -> HttpResponse:
    context = {"season": season, "form": form, "stage": stage}
    return render(request, "organiser/seasons/championship/stage_form.html", context)


@for_season(changing=True)
def stage_delete(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    stage = get_stage(season, pk)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_stage(stage, by=request.user)
            messages.success(request, _("Die Stufe „%(name)s“ ist gelöscht.") % {"name": stage.name})
            return redirect("organiser:championship", season.address)
        return redirect("organiser:stage", season.address, stage.pk)
    return confirm(
        request,
        _("Stufe „%(name)s“ löschen") % {"name": stage.name},
        _("Das geht nur, solange in dieser Stufe keine Plätze vergeben sind."),
        button=_("Stufe löschen"),
        back=reverse("organiser:stage", args=[season.address, stage.pk]),
        danger=True,
    )


@require_safe
@for_season()
def stage(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Shows the places of a stage and its qualified players."""
    shown = get_stage(season, pk)
    quota = shown.quotas.filter(withdrawn_at=None).first()
    context = {
        "season": season,
        "stage": shown,
        "quota": quota,
        "sentences": [method_sentence(quota), *further_sentences(quota)] if quota else [],
        "table": quota and places_table(Medium.PAGE, quota),
        "withdrawn": shown.quotas.exclude(withdrawn_at=None).select_related("withdrawn_by"),
        "qualifications": [
            {"made": made, "table": table_words(table_of(made)), "cut": cut_sentence(made)}
            for made in shown.qualifications.annotate(declines=Count("qualifiers__decline")).prefetch_related(*TABLES)
        ],
        "may_change": may_change(request.user, season),
    }
    return render(request, "organiser/seasons/championship/stage.html", context)


@for_season(changing=True)
def quota_new(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Shares out the places of a stage."""
    shown = get_stage(season, pk)
    form = QuotaForm(season, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            share_out(shown, form.terms(), by=request.user)
            messages.success(request, _("Die Plätze sind verteilt."))
            return redirect("organiser:stage", season.address, shown.pk)
    return render(
        request, "organiser/seasons/championship/quota.html", {"season": season, "stage": shown, "form": form}
    )


@for_season(changing=True)
def quota_withdraw(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    shown = get_stage(season, pk)
    quota = get_object_or_404(shown.quotas, withdrawn_at=None)
    form = ReasonForm(request.POST or None)
    back = reverse("organiser:stage", args=[season.address, shown.pk])
    if form.is_valid():
        with errors_in(form):
            withdraw_quota(quota, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Verteilung ist zurückgenommen. Sie können neu verteilen."))
            return redirect(back)
    return confirm(
        request,
        _("Verteilung der Plätze zurücknehmen"),
        _("Sie bleibt mit dem Grund sichtbar. Ein neues Los entscheidet unabhängig von diesem."),
        button=_("Zurücknehmen"),
        back=back,
        danger=True,
        form=form,
    )


@require_safe
@for_season()
def quota_file(request: OfficialRequest, season: Season, pk: int, kind: str) -> HttpResponse:
    """Sends the places as CSV, XLSX, ODS or, for signatures, as PDF. Raises Http404 if none are shared out."""
    shown = get_stage(season, pk)
    quota = or_404(shown.quotas.filter(withdrawn_at=None).first())
    return table_response(
        request,
        places_table(medium_of(kind), quota),
        name=f"{season.slug}-plaetze-{shown.pk}",
        kind=kind,
        template="documents/seasons/places.html",
        context={
            "season": season,
            "stage": shown,
            "quota": quota,
            "sentences": [method_sentence(quota), *further_sentences(quota)],
        },
        back=reverse("organiser:stage", args=[season.address, shown.pk]),
    )
