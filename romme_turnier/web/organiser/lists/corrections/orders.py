"""Orders of officials in the game of a table that plays in the browser."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.orders import order_in_game
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.fields import offer
from romme_turnier.web.organiser.lists.common import ListView, get_list_view
from romme_turnier.web.organiser.lists.corrections.forms import DecisionForm, seat_choices
from romme_turnier.web.organiser.lists.corrections.preview import KEY_LENGTH, Decision, decide

_methods = require_http_methods(["GET", "HEAD", "POST"])
_NOBODY = 0


class OrderForm(DecisionForm):
    clause = forms.CharField(label=gettext_lazy("Paragraph"), max_length=40)
    anew = forms.BooleanField(
        label=gettext_lazy("Das Spiel wird abgebrochen und neu gegeben"),
        required=False,
        help_text=gettext_lazy("Ohne Häkchen geht es weiter, wie es liegt."),
    )
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Strafpunkte für"), coerce=int, widget=forms.RadioSelect, initial=_NOBODY
    )
    points = forms.IntegerField(label=gettext_lazy("Wie viele"), required=False, min_value=1, max_value=9999)
    field_order = ("clause", "anew", "seat", "points", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, clause = view.event.rules, self.fields["clause"]
        clause.help_text = _("Zum Beispiel § 6.10. Er steht in der Aufzeichnung.")
        if not rules.has_paragraphs:
            clause.label, clause.help_text = (
                _("Regel"),
                _("Eine Überschrift der Quelle. Sie steht in der Aufzeichnung."),
            )
        offer(self, "seat", [(_NOBODY, _("niemanden")), *seat_choices(view)])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("seat") and not cleaned.get("points") and "points" not in self.errors:
            self.add_error("points", _("Bitte geben Sie die Zahl an."))
        elif cleaned.get("points") and not cleaned.get("seat"):
            self.add_error("seat", _("Bitte wählen Sie, wer die Strafpunkte bekommt."))
        return cleaned


@_methods
@for_officials(Right.RULE)
def order(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Adds an official's order to the current game while the table is locked."""
    view = get_list_view(request, event, number, table)
    title = _("Anordnung im Spiel")
    form = OrderForm(view, request.POST or None, initial={"clause": request.GET.get("paragraph", "")[:40]})

    def made() -> Decision:
        said = form.cleaned_data
        return Decision(
            title=title,
            clause=_("Über Verstöße entscheiden Schiedsrichter und Spielleitung (§ 2.3.2)."),
            facts=[*_facts(said)],
            button=_("So anordnen"),
            done=_("Die Anordnung steht im Spiel."),
            danger=said["anew"],
            carry_out=lambda version: order_in_game(
                view.spielliste,
                clause=said["clause"],
                reason=said["reason"],
                seat=said["seat"] or None,
                points=said["points"],
                anew=said["anew"],
                expected=version,
                key=request.POST.get("key", "")[:KEY_LENGTH],
                by=request.user,
            ),
        )

    return decide(request, view, form, made, title)


def _facts(said: dict[str, Any]) -> list[str]:
    facts = [_("In der Aufzeichnung steht: Anordnung nach %(clause)s.") % said]
    if said["seat"]:
        facts.append(_("Platz %(seat)d bekommt %(points)d Strafpunkte auf der Liste.") % said)
    if said["anew"]:
        return [*facts, _("Das Spiel ist abgebrochen und zählt nicht. Es wird neu gegeben.")]
    return [*facts, _("Das Spiel geht weiter, wie es liegt.")]
