"""The prize plan: its rows, in the order in which the prizes are presented, and the terms for all prizes."""

from collections.abc import Mapping
from copy import copy
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Category, Event, Prize
from romme_turnier.tournament.money.prizes import SETTINGS, PlanLine, store_plan
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import amount_field, complain_once, number_field, offer
from romme_turnier.web.organiser.money.common import page
from romme_turnier.web.organiser.rows import FormWithRows, RowForm, Rows, row_formset

Kind = Prize.Ranking


class PlanForm(FormWithRows, forms.ModelForm[Event]):
    class Meta:
        model = Event
        fields = SETTINGS
        help_texts = {
            "one_prize_each": gettext_lazy(
                "Wer schon einen Einzelpreis hat, wird bei weiter unten stehenden Wertungen übersprungen. "
                "Mannschaftspreise zählen nicht mit."
            ),
            "prizes_only_if_present": gettext_lazy("Wer fehlt, wird übersprungen, die Nächsten rücken nach."),
            "prizes_shared": gettext_lazy(
                "Sonst entscheidet ein Entscheidungsspiel (§ 1.5). Mannschaften teilen immer."
            ),
            "fines_handed_out": gettext_lazy(
                "Es kommt zu den Geldpreisen der Gesamtwertung dazu, im Verhältnis ihrer Beträge; "
                "gibt es dort keine, zu denen der Mannschaften."
            ),
        }


class PrizeRow(RowForm):
    """A row of the prize plan: a ranking, its ranks, and an amount, a thing or both for each rank."""

    ranking = forms.ChoiceField(label=gettext_lazy("Wertung"), required=False)
    first = number_field(gettext_lazy("von Rang"), 1, 9999, required=False)
    last = number_field(gettext_lazy("bis Rang"), 1, 9999, required=False)
    amount = amount_field(gettext_lazy("Betrag je Rang"), required=False, min_value=Decimal("0.01"))
    thing = forms.CharField(label=gettext_lazy("Sachpreis"), required=False, max_length=120)

    needed = {
        "ranking": gettext_lazy("Bitte wählen Sie die Wertung."),
        "first": gettext_lazy("Bitte geben Sie den Rang an."),
    }

    def __init__(self, *args: Any, rankings: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "ranking", [("", "–"), *rankings.items()])
        self.fields["ranking"].initial = Kind.EVENT

    @property
    def is_blank(self) -> bool:
        """Whether nothing was entered. The ranking of the event does not count, because it is preselected."""
        if self.errors or self.cleaned_data["ranking"] not in ("", Kind.EVENT):
            return False
        return not any(self.cleaned_data[name] for name in ("first", "last", "amount", "thing"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            complain_once(self, "last", _("Das liegt vor dem ersten Rang."))
        if not (self.is_blank or cleaned.get("amount") or cleaned.get("thing")):
            complain_once(self, "amount", _("Bitte nennen Sie einen Betrag oder einen Sachpreis."))
        return cleaned

    def line(self) -> PlanLine:
        """Returns the plan line of a valid row."""
        data = self.cleaned_data
        kind, _dash, number = data["ranking"].partition("-")
        return PlanLine(
            ranking=kind,
            series_number=int(number) if kind == Kind.SERIES else None,
            category=Category.objects.get(pk=number) if kind == Kind.CATEGORY else None,
            first_rank=data["first"],
            last_rank=data["last"] or data["first"],
            amount=data["amount"],
            thing=data["thing"],
        )


PlanRows = row_formset(PrizeRow, blank=8)


def _rows(event: Event, data: QueryDict | None) -> Rows:
    rankings: dict[str, Any] = {Kind.EVENT: Kind.EVENT.label, Kind.TEAM: Kind.TEAM.label}
    for number in range(1, event.series_count + 1):
        rankings[f"{Kind.SERIES}-{number}"] = _("Serie %(number)d") % {"number": number}
    rankings |= {f"{Kind.CATEGORY}-{category.pk}": category.name for category in event.categories.all()}
    stored = []
    for prize in event.prize_plan.all():
        part = {Kind.SERIES: prize.series_number, Kind.CATEGORY: prize.category_id}.get(Kind(prize.ranking))
        ranking = f"{prize.ranking}-{part}" if part else prize.ranking
        row = {"ranking": ranking, "first": prize.first_rank, "last": prize.last_rank}
        stored.append({**row, "amount": prize.amount, "thing": prize.thing})
    return PlanRows(data, initial=stored, prefix="prize", form_kwargs={"rankings": rankings})


@for_officials(Right.DIRECT)
def prize_plan(request: OfficialRequest, event: Event) -> HttpResponse:
    form = PlanForm(request.POST or None, instance=copy(event))  # validation writes into the instance
    form.fields["prizes_shared"].help_text = cited(form.fields["prizes_shared"].help_text, event.rules)
    rows = _rows(event, request.POST or None)
    form.row_sets = (rows,)
    if form.is_valid():
        with errors_in(form):
            lines = [row.line() for row in rows.filled]
            store_plan(event, lines, form.cleaned_data, by=request.user)
            messages.success(request, _("Der Preisplan ist gespeichert."))
            return redirect("organiser:prizes", event.slug)
    return page(request, event, "plan.html", {"form": form, "rows": rows})
