"""The plan of prizes: a row for each, in order of presentation, and the terms of the announcement."""

from collections.abc import Sequence
from decimal import Decimal

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Category, Event, Prize
from romme_turnier.tournament.money.prizes import SETTINGS, PlanLine, store_plan
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import amount_field, complain_once, number_input
from romme_turnier.web.organiser.money.common import page

BLANK_ROWS = 4
MOST_ROWS = 60
COLUMNS = ("ranking", "first", "last", "amount", "thing")
Kind = Prize.Ranking


class PlanForm(forms.Form):
    one_prize_each = forms.BooleanField(
        label=gettext_lazy("Jeder erhält höchstens einen Preis"),
        required=False,
        help_text=gettext_lazy(
            "Wer schon einen Einzelpreis hat, wird bei weiter unten stehenden Wertungen übersprungen. "
            "Mannschaftspreise zählen nicht mit."
        ),
    )
    prizes_only_if_present = forms.BooleanField(
        label=gettext_lazy("Preise nur für Anwesende"),
        required=False,
        help_text=gettext_lazy("Wer fehlt, wird übersprungen, die Nächsten rücken nach."),
    )
    prizes_shared = forms.BooleanField(
        label=gettext_lazy("Bei Gleichstand werden Geldpreise geteilt"),
        required=False,
        help_text=gettext_lazy("Sonst entscheidet ein Entscheidungsspiel (§ 1.5). Mannschaften teilen immer."),
    )
    fines_handed_out = forms.BooleanField(
        label=gettext_lazy("Bußgeld wird als Preis ausgeschüttet"),
        required=False,
        help_text=gettext_lazy(
            "Es kommt zu den Geldpreisen der Gesamtwertung dazu, im Verhältnis ihrer Beträge; "
            "gibt es dort keine, zu denen der Mannschaften."
        ),
    )

    def __init__(self, event: Event, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={name: getattr(event, name) for name in SETTINGS})
        self.event = event
        shared = self.fields["prizes_shared"]
        shared.help_text = cited(shared.help_text, event.rules)
        stored = list(event.prize_plan.all())
        self.categories = {f"{Kind.CATEGORY}-{category.pk}": category for category in event.categories.all()}
        choices = [("", "–"), (Kind.EVENT, Kind.EVENT.label), (Kind.TEAM, Kind.TEAM.label)]
        choices += [
            (f"{Kind.SERIES}-{number}", _("Serie %(number)d") % {"number": number})
            for number in range(1, event.series_count + 1)
        ]
        choices += [(key, category.name) for key, category in self.categories.items()]
        sent = sum(name.startswith("ranking_") for name in data) if data else 0
        self.numbers = range(1, min(max(len(stored) + BLANK_ROWS, sent), MOST_ROWS) + 1)
        for n in self.numbers:
            self._add_row(n, stored[n - 1] if n <= len(stored) else None, choices)
        self.lines: list[PlanLine] = []

    def _add_row(self, n: int, prize: Prize | None, choices: Sequence[tuple[str, object]]) -> None:
        number = number_input(size=4)
        self.fields[f"ranking_{n}"] = forms.ChoiceField(
            label=_("Wertung"), required=False, choices=choices, initial=_choice(prize) if prize else ""
        )
        for name, label in (("first", _("von Rang")), ("last", _("bis Rang"))):
            self.fields[f"{name}_{n}"] = forms.IntegerField(
                label=label,
                required=False,
                min_value=1,
                max_value=9999,
                widget=number,
                initial=getattr(prize, f"{name}_rank") if prize else None,
            )
        self.fields[f"amount_{n}"] = amount_field(
            _("Betrag je Rang"),
            required=False,
            min_value=Decimal("0.01"),
            initial=prize.amount if prize else None,
        )
        self.fields[f"thing_{n}"] = forms.CharField(
            label=_("Sachpreis"), required=False, max_length=120, initial=prize.thing if prize else ""
        )
        for name in COLUMNS:  # field templates do not render errors in a table
            self.fields[f"{name}_{n}"].widget.attrs["class"] = "input"

    @property
    def rows(self) -> list[list[BoundField]]:
        return [[self[f"{name}_{n}"] for name in COLUMNS] for n in self.numbers]

    @property
    def options(self) -> list[BoundField]:
        return [self[name] for name in SETTINGS]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        for n in self.numbers:
            values = [cleaned.get(f"{name}_{n}") for name in COLUMNS]
            if any(value not in (None, "") for value in values):
                self._clean_row(n)
        return cleaned

    def _clean_row(self, n: int) -> None:
        cleaned = self.cleaned_data
        ranking, first, amount = (cleaned.get(f"{name}_{n}") for name in ("ranking", "first", "amount"))
        last, thing = cleaned.get(f"last_{n}") or first, cleaned.get(f"thing_{n}") or ""
        if not ranking:
            complain_once(self, f"ranking_{n}", _("Bitte wählen Sie die Wertung."))
        if first is None:
            complain_once(self, f"first_{n}", _("Bitte geben Sie den Rang an."))
        elif last is not None and last < first:
            complain_once(self, f"last_{n}", _("Das liegt vor dem ersten Rang."))
        if amount is None and not thing:
            complain_once(self, f"amount_{n}", _("Bitte nennen Sie einen Betrag oder einen Sachpreis."))
        if not self.errors and isinstance(ranking, str):
            self.lines.append(self._line(ranking, int(first or 1), int(last or 1), amount, str(thing)))

    def _line(self, ranking: str, first: int, last: int, amount: Decimal | None, thing: str) -> PlanLine:
        kind, _dash, number = ranking.partition("-")
        category: Category | None = self.categories.get(ranking)
        return PlanLine(
            ranking=kind,
            series_number=int(number) if kind == Kind.SERIES else None,
            category=category,
            first_rank=first,
            last_rank=last,
            amount=amount,
            thing=thing,
        )


def _choice(prize: Prize) -> str:
    if prize.ranking == Kind.SERIES:
        return f"{Kind.SERIES}-{prize.series_number}"
    if prize.ranking == Kind.CATEGORY:
        return f"{Kind.CATEGORY}-{prize.category_id}"
    return str(prize.ranking)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def prize_plan(request: OfficialRequest, event: Event) -> HttpResponse:
    form = PlanForm(event, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            store_plan(event, form.lines, {name: form.cleaned_data[name] for name in SETTINGS}, by=request.user)
            messages.success(request, _("Der Preisplan ist gespeichert."))
            return redirect("organiser:prizes", event.slug)
    return page(request, event, "plan.html", {"form": form})
