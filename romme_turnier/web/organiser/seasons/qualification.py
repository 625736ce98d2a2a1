"""Players who qualify for a stage: the cut, declined places, and the registration for the event."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.base import LongSelect
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.places import QualifiedTable
from romme_turnier.tournament.models import Qualification, Season, Stage
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.competitions.qualification import (
    QualificationState,
    Table,
    decline,
    delete_qualification,
    newer_table,
    qualify,
    register_qualified,
    table_of,
    tables_for,
    take_back_decline,
)
from romme_turnier.tournament.seasons.competitions.quota_words import cut_sentence, table_words
from romme_turnier.tournament.seasons.competitions.quotas import PLACES_MAX
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import ReasonForm, number_field
from romme_turnier.web.organiser.seasons.quotas import TABLES, get_stage
from romme_turnier.web.organiser.seasons.saved import medium_of, table_response


class QualificationForm(forms.Form):
    table = forms.ChoiceField(label=gettext_lazy("Nach welcher Tabelle"), widget=LongSelect)
    places = number_field(
        pgettext_lazy("not seats", "Plätze"),
        1,
        PLACES_MAX,
        size=6,
        help_text=gettext_lazy("Wer auf dem Rang des letzten Platzes gleich ist, kommt auch weiter."),
    )

    def __init__(self, season: Season, data: QueryDict | None) -> None:
        super().__init__(data)
        self.tables: dict[str, Table] = {f"{table._meta.model_name}-{table.pk}": table for table in tables_for(season)}
        choices = [(key, table_words(table)) for key, table in self.tables.items()]
        self.fields["table"].choices = [("", "–"), *choices]  # type: ignore[attr-defined]


def _get(season: Season, stage: int, pk: int) -> tuple[Stage, Qualification]:
    shown = get_stage(season, stage)
    rows = shown.qualifications.select_related("stage__event").prefetch_related(*TABLES)
    return shown, get_object_or_404(rows, pk=pk)


@for_season(changing=True)
def qualification_new(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Asks for a table and the number of places, and stores the qualification."""
    shown = get_stage(season, pk)
    form = QualificationForm(season, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            table = form.tables[form.cleaned_data["table"]]
            made = qualify(shown, table, form.cleaned_data["places"], by=request.user)
            return redirect("organiser:qualification", season.address, shown.pk, made.pk)
    context = {"season": season, "stage": shown, "form": form}
    return render(request, "organiser/seasons/championship/qualification_form.html", context)


@require_safe
@for_season()
def qualification(request: OfficialRequest, season: Season, stage: int, pk: int) -> HttpResponse:
    """Shows the qualified players, the next ones, and the chain of replacements."""
    shown, made = _get(season, stage, pk)
    state, newer = QualificationState(made), newer_table(made)
    may = may_change(request.user, season)
    context = {
        "season": season,
        "stage": shown,
        "made": made,
        "state": state,
        "based_on": table_words(table_of(made)),
        "newer": newer and table_words(newer),
        "cut": cut_sentence(made),
        "table": QualifiedTable.table_for(
            Medium.PAGE, state.qualified, query=request.GET, without=() if may else ("actions",)
        ),
        "next": state.waiting[:5],
        "may_change": may,
    }
    return render(request, "organiser/seasons/championship/qualification.html", context)


@require_safe
@for_season()
def qualification_file(request: OfficialRequest, season: Season, stage: int, pk: int, kind: str) -> HttpResponse:
    """Sends the qualified players as CSV, XLSX, ODS or PDF."""
    shown, made = _get(season, stage, pk)
    state = QualificationState(made)
    return table_response(
        request,
        QualifiedTable.table_for(medium_of(kind), state.qualified, query=request.GET),
        name=f"{season.slug}-qualifizierte-{made.pk}",
        kind=kind,
        template="documents/seasons/qualified.html",
        context={
            "season": season,
            "stage": shown,
            "based_on": table_words(table_of(made)),
            "cut": cut_sentence(made),
            "chain": state.chain,
        },
        back=reverse("organiser:qualification", args=[season.address, shown.pk, made.pk]),
    )


@for_season(changing=True)
def decline_place(request: OfficialRequest, season: Season, stage: int, pk: int, qualifier: int) -> HttpResponse:
    """Records that a player declines, with the reason; if the player had a place, the next one in the order moves up.

    The player's registration for the event of the stage, if there is one, is withdrawn.
    """
    shown, made = _get(season, stage, pk)
    row = get_object_or_404(made.qualifiers.select_related("player"), pk=qualifier)
    form = ReasonForm(request.POST or None)
    back = reverse("organiser:qualification", args=[season.address, shown.pk, made.pk])
    if form.is_valid():
        with errors_in(form):
            decline(row, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Absage von %(name)s ist eingetragen.") % {"name": row.player.name})
            return redirect(back)
    return confirm(
        request,
        _("Absage von %(name)s") % {"name": row.player.name},
        _("Der Nächste der Tabelle rückt nach. Eine Meldung im Turnier wird zurückgezogen."),
        button=_("Absage eintragen"),
        back=back,
        form=form,
    )


@require_POST
@for_season(changing=True)
def decline_take_back(request: OfficialRequest, season: Season, stage: int, pk: int) -> HttpResponse:
    """Takes back the last decline. A registration that was withdrawn with it stays withdrawn."""
    shown, made = _get(season, stage, pk)
    with errors_as_messages(request):
        row = take_back_decline(made, by=request.user)
        messages.success(request, _("Die Absage von %(name)s ist zurückgenommen.") % {"name": row.player.name})
    return redirect("organiser:qualification", season.address, shown.pk, made.pk)


@require_POST
@for_season(changing=True)
def qualified_register(request: OfficialRequest, season: Season, stage: int, pk: int) -> HttpResponse:
    """Registers the qualified players for the event of the stage."""
    shown, made = _get(season, stage, pk)
    with errors_as_messages(request):
        number = len(register_qualified(made, by=request.user))
        words = ngettext("%(n)d Spieler ist jetzt gemeldet.", "%(n)d Spieler sind jetzt gemeldet.", number)
        messages.success(request, words % {"n": number})
    return redirect("organiser:qualification", season.address, shown.pk, made.pk)


@for_season(changing=True)
def qualification_delete(request: OfficialRequest, season: Season, stage: int, pk: int) -> HttpResponse:
    shown, made = _get(season, stage, pk)
    back = reverse("organiser:qualification", args=[season.address, shown.pk, made.pk])
    if request.method == "POST":
        with errors_as_messages(request):
            delete_qualification(made, by=request.user)
            messages.success(request, _("Die Qualifikation ist gelöscht."))
            return redirect("organiser:stage", season.address, shown.pk)
        return redirect(back)
    return confirm(
        request,
        _("Qualifikation löschen"),
        _("Das geht nur, solange niemand abgesagt hat und niemand ins Turnier übernommen ist."),
        back=back,
        danger=True,
    )
