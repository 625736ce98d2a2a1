"""Forms for disputes."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.models import Dispute, Event, Seat
from romme_turnier.web.organiser.fields import number_input, offer, series_choices
from romme_turnier.web.rule_check.case_copy import LONGEST_ADDRESS, kept_case


def _text(label: Any, help_text: Any = "", *, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=required, max_length=4000, widget=forms.Textarea(attrs={"rows": 4})
    )


def _clause(help_text: Any = "") -> forms.CharField:
    widget = forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"})
    label = gettext_lazy("Paragraph")
    return forms.CharField(label=label, help_text=help_text, required=False, max_length=40, widget=widget)


class CallForm(forms.Form):
    """The form for a dispute: its table and game, the seats, the paragraph, the incident, and a case of Regel-Check."""

    series = forms.TypedChoiceField(label=gettext_lazy("Serie"), coerce=int, empty_value=None, required=False)
    table = forms.IntegerField(label=gettext_lazy("Tisch"), min_value=1, max_value=9999, required=False)
    game = forms.IntegerField(label=gettext_lazy("Spiel"), min_value=1, max_value=99, required=False)
    seats = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Beteiligte Plätze"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    clause = _clause(gettext_lazy("Er lässt sich auch später bei der Entscheidung angeben."))
    facts = _text(
        gettext_lazy("Was geschehen ist"), gettext_lazy("Was die Beteiligten sagen und was auf dem Tisch zu sehen ist.")
    )

    case = forms.CharField(required=False, max_length=LONGEST_ADDRESS, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        drawn = event.series.drawn()
        offer(self, "series", [("", _("keine")), *series_choices(series.number for series in drawn)])
        offer(self, "seats", self._seats(event))
        for name in ("table", "game"):
            self.fields[name].widget = number_input(size=5)

    def _seats(self, event: Event) -> list[tuple[int, str]]:
        series, table = self["series"].value(), self["table"].value()
        rows = []
        if str(series).isdecimal() and str(table).isdecimal():
            seats = Seat.objects.filter(series__event=event, series__number=series, table__number=table)
            rows = list(seats.select_related("registration__player").order_by("number"))
        if rows:
            words = _("Platz %(seat)d: %(number)s %(name)s")
            people = [(row.number, row.registration) for row in rows]
            return [(n, words % {"seat": n, "number": who.number or "–", "name": who.name}) for n, who in people]
        return [(n, _("Platz %(seat)d") % {"seat": n}) for n in range(1, event.rules.seats_max + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("table") and not cleaned.get("series"):
            self.add_error("series", _("Bitte geben Sie auch die Serie an."))
        if cleaned.get("series") and not cleaned.get("table") and "table" not in self.errors:
            self.add_error("table", _("Bitte geben Sie auch den Tisch an."))
        return cleaned

    def call(self) -> Call:
        """Returns the call that the valid form describes."""
        data = self.cleaned_data
        return Call(
            facts=data["facts"],
            series=data["series"] or None,
            table=data["table"],
            game=data["game"],
            seats=data["seats"],
            clause=data["clause"],
            case=self.kept_case,
        )

    @property
    def kept_case(self) -> KeptCase | None:
        """The case of Regel-Check that is attached to the call, with its current answer; None if there is none."""
        return kept_case(self["case"].value() or "")


def call_of(dispute: Dispute) -> dict[str, Any]:
    """Returns the initial values of a `CallForm` for an existing dispute."""
    return {
        "series": dispute.series_number,
        "table": dispute.table_number,
        "game": dispute.game,
        "seats": dispute.seats,
        "clause": dispute.clause,
        "facts": dispute.facts,
        "case": urlsplit(dispute.case["address"]).query if dispute.case else "",
    }


class DecisionForm(forms.Form):
    clause = _clause()
    decision = _text(gettext_lazy("Entscheidung"))
    same_club = forms.BooleanField(
        label=gettext_lazy("Ich gehöre zum Club eines Beteiligten"),
        required=False,
        help_text=gettext_lazy(
            "Das wird im Protokoll vermerkt. Wo das Programm Ihren Club kennt, vermerkt es das selbst."
        ),
    )


class AppealForm(forms.Form):
    grounds = _text(gettext_lazy("Wer legt Berufung ein, und warum"), required=True)


class SettlementForm(forms.Form):
    changed = forms.TypedChoiceField(
        label=gettext_lazy("Die Entscheidung des Schiedsrichters"),
        choices=[("0", gettext_lazy("wird bestätigt")), ("1", gettext_lazy("wird geändert"))],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    decision = _text(gettext_lazy("Entscheidung der Spielleitung"))
