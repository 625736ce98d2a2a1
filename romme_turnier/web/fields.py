"""Form fields for officials and players alike, their rendering, and posted text."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.money.amount_parser import read_amount
from romme_turnier.tournament.models import Category, Consent, Event
from romme_turnier.tournament.participants.names.consents import further_purposes


class Renderer(TemplatesSetting):
    """Renders form fields with ``templates/forms/field.html``: label, hint, error and control."""

    field_template_name = "forms/field.html"


class AmountField(forms.DecimalField):
    """A field for an amount of money in everyday notation: "8,40 €", "1.000,00", "15,-"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_digits": 8, "decimal_places": 2, "localize": True, **options})

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        if value in self.empty_values:
            return None
        amount = read_amount(str(value))
        if amount is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return amount


def posted_line(request: HttpRequest, name: str, most: int = 300) -> str:
    """Returns a posted text on one line, at most `most` characters, for pages without a Django form."""
    return " ".join(request.POST.get(name, "").split())[:most]


def consent_hint(event: Event) -> str:
    """Returns a sentence about the name that the program shows for players who do not consent to publication."""
    match Event.Names(event.names):
        case Event.Names.HALL:
            return _("In der Halle und auf Papier steht er ohnehin. Im Internet steht sonst nur „Petra S.“.")
        case Event.Names.SHORT:
            return _("Sonst steht überall nur „Petra S.“, außer bei der Siegerehrung.")


def consents_field(event: Event, chosen: Iterable[str] = ()) -> forms.MultipleChoiceField | None:
    """Returns the field for all consents except for publishing the name at the event; None if there are no others.

    `chosen` are the purposes that are ticked initially.
    """
    purposes = further_purposes(event)
    if not purposes:
        return None
    years = event.held_by.names_years or 0
    after_years = ngettext(
        "Der Name darf auch nach %(years)d Jahr öffentlich bleiben",
        "Der Name darf auch nach %(years)d Jahren öffentlich bleiben",
        years,
    )
    words = {
        Consent.Purpose.YEARS: after_years % {"years": years},
        Consent.Purpose.PICTURE: _("Bilder vom Turnier dürfen veröffentlicht werden"),
    }
    return forms.MultipleChoiceField(
        label=_("Außerdem einverstanden"),
        choices=[(purpose.value, words[purpose]) for purpose in purposes],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=list(chosen),
        help_text=_("Jedes für sich, freiwillig, und jederzeit auf der Seite „Meine Daten“ zurückzunehmen."),
    )


def categories_field(categories: Iterable[Category], chosen: Iterable[int] = ()) -> forms.TypedMultipleChoiceField:
    """Returns the field for a player's categories; `chosen` are primary keys."""
    return forms.TypedMultipleChoiceField(
        label=_("Sonderwertungen"),
        choices=[(category.pk, category.name) for category in categories],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=list(chosen),
    )
