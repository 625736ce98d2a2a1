"""Corrects the announced bonus or games per list after lists were written: form, preview, correction."""

from collections.abc import Hashable
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.histories import Effect, EffectsTable
from romme_turnier.tournament.events.announcements import has_entries
from romme_turnier.tournament.events.terms_correction import SumTerms, correct_terms, sum_terms
from romme_turnier.tournament.models import Event, Notice
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.asked_terms import asked_terms
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.shared.service import dry_run
from romme_turnier.tournament.standings.reading import standings
from romme_turnier.web.acting import errors_in


class TermsForm(forms.Form):
    """The form for the terms that exist in the event's rule system."""

    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Wie zählt der Bonus?"), choices=Event.Bonus.choices, widget=forms.RadioSelect
    )
    bonus_four = forms.IntegerField(label=gettext_lazy("Bonus am Vierertisch"), min_value=0, max_value=1000)
    bonus_three = forms.IntegerField(label=gettext_lazy("Bonus am Dreiertisch"), min_value=0, max_value=1000)
    bonus_handromme = forms.IntegerField(label=gettext_lazy("Bonus für Handrommé"), min_value=0, max_value=1000)
    games_per_list = forms.IntegerField(label=gettext_lazy("Spiele je Liste"), min_value=1, max_value=100)
    reason = forms.CharField(label=gettext_lazy("Grund"), max_length=200)

    def __init__(self, event: Event, data: QueryDict | None) -> None:
        self.before = sum_terms(event)
        super().__init__(data, initial=asdict(self.before))
        asked = asked_terms(event.rules) - ({"games_per_list"} if event.length_unit else set())
        for name in self.fields.keys() - asked - {"reason"}:
            del self.fields[name]

    def figures(self) -> list[forms.BoundField]:
        return [self[name] for name, field in self.fields.items() if isinstance(field, forms.IntegerField)]

    def changes(self) -> list[tuple[object, object, object]]:
        """Returns the label, old value and new value of each changed field of a valid form."""
        before, after = asdict(self.before), asdict(self.terms())
        words = dict(Event.Bonus.choices)
        return [
            (field.label, words.get(before[name], before[name]), words.get(after[name], after[name]))
            for name, field in self.fields.items()
            if name != "reason" and before[name] != after[name]
        ]

    def terms(self) -> SumTerms:
        """Returns the terms from the valid form. Terms without a field keep their values."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        return replace(self.before, **given)


@for_officials(Right.DIRECT)
def event_terms(request: OfficialRequest, event: Event) -> HttpResponse:
    if not has_entries(event):
        return redirect("organiser:event_edit", event.slug)
    form = TermsForm(event, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"event": event, "form": form, "table": None, "told": 0}
    if request.method == "POST" and form.is_valid() and "back" not in request.POST:
        terms, reason = form.terms(), form.cleaned_data["reason"]
        with errors_in(form):
            if "confirm" in request.POST:
                correct_terms(event, terms, reason=reason, by=request.user)
                messages.success(request, _("Die Ausschreibung ist berichtigt, alle Listen sind neu gerechnet."))
                return redirect("organiser:event_edit", event.slug)
            before, told_before = _standings(event), Notice.objects.count()
            after, told = dry_run(
                lambda: correct_terms(event, terms, reason=reason, by=request.user),
                lambda: (_standings(event), Notice.objects.count() - told_before),
            )
            effects = [
                Effect(name, result, after[key][1], rank, after[key][2])
                for key, (name, result, rank) in before.items()
                if after[key] != (name, result, rank)
            ]
            table = EffectsTable.table_for(Medium.PAGE, effects, without=("counts",))
            context |= {"table": table, "told": told}
    return render(request, "organiser/events/terms.html", context)


def _standings(event: Event) -> dict[Hashable, tuple[str, str, str]]:
    """Returns the name, result and rank of each player in the current standings, by the player's key."""
    names = {registration.pk: str(registration) for registration in event.registrations.select_related("player")}
    rows = standings(Event.objects.get(pk=event.pk), event.series.last_drawn() or 1)
    return {
        row.entrant.key: (names[row.entrant.key], signed(row.sums.total), str(row.rank or "–"))  # type: ignore[index]
        for row in rows
    }
