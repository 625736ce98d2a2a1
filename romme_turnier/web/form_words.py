"""Plain error messages that name their field.

Forms keep Django's errors with their codes. A page replaces each of Django's messages with a sentence made from the
field's label and bounds: "Bitte den Namen eintragen." Custom messages stay unchanged.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.web.fields import AmountField

# The accusative of a label, with its article. Labels that are not listed follow a colon.
_ACCUSATIVE = {
    gettext_lazy("Benutzername"): gettext_lazy("den Benutzernamen"),
    gettext_lazy("Beginn"): gettext_lazy("den Beginn"),
    gettext_lazy("Betrag"): gettext_lazy("den Betrag"),
    gettext_lazy("Code"): gettext_lazy("den Code"),
    gettext_lazy("Entscheidung"): gettext_lazy("die Entscheidung"),
    gettext_lazy("Entscheidung der Spielleitung"): gettext_lazy("die Entscheidung der Spielleitung"),
    gettext_lazy("Grund"): gettext_lazy("den Grund"),
    gettext_lazy("Jetziges Passwort"): gettext_lazy("das jetzige Passwort"),
    gettext_lazy("Nachname"): gettext_lazy("den Nachnamen"),
    gettext_lazy("Name"): gettext_lazy("den Namen"),
    gettext_lazy("Name der Mannschaft"): gettext_lazy("den Namen der Mannschaft"),
    gettext_lazy("Name der Person oder des Clubs"): gettext_lazy("den Namen der Person oder des Clubs"),
    gettext_lazy("Name, wie er auf Protokollen steht"): gettext_lazy("den Namen"),
    gettext_lazy("Neues Passwort"): gettext_lazy("das neue Passwort"),
    gettext_lazy("Neues Passwort noch einmal"): gettext_lazy("das neue Passwort noch einmal"),
    gettext_lazy("Passwort"): gettext_lazy("das Passwort"),
    gettext_lazy("Spielort"): gettext_lazy("den Spielort"),
    gettext_lazy("Text der Durchsage"): gettext_lazy("den Text der Durchsage"),
    gettext_lazy("Veranstalter"): gettext_lazy("den Veranstalter"),
    gettext_lazy("Vorname"): gettext_lazy("den Vornamen"),
    gettext_lazy("Währung"): gettext_lazy("die Währung"),
}


def errors_of(bound: BoundField) -> list[str]:
    """Returns a sentence for each error of the field."""
    return [words for error in bound.errors.as_data() for words in _words(bound, error)]


def summary_of(bound: BoundField) -> list[str]:
    """Returns a sentence for each error of the field, with the field's label, for the list above the form."""
    label = str(bound.label)
    before = label if label.endswith(("?", ":")) else f"{label}:"
    return [
        words if error.code == "required" else f"{before} {words}"
        for error in bound.errors.as_data()
        for words in _words(bound, error)
    ]


def _words(bound: BoundField, error: ValidationError) -> Iterator[str]:
    worded = _WORDS.get(str(error.code))
    words = worded(bound, error.params or {}) if worded is not None and _is_djangos(bound.field, error) else ""
    yield from [words] if words else error.messages


def _is_djangos(field: forms.Field, error: ValidationError) -> bool:
    own = [kind.__dict__.get("default_error_messages", {}).get(error.code) for kind in type(field).__mro__]
    known = {str(message) for message in own if message is not None}
    return error.code in _OF_VALIDATORS or str(error.message) in known


def _missing(bound: BoundField, _params: dict[str, Any]) -> str:
    label = str(bound.label).rstrip(":")
    match bound.field:
        case forms.FileField():
            return _("Bitte eine Datei wählen.")
        case forms.BooleanField():
            return _("Bitte ankreuzen: %(label)s.") % {"label": label}
        case forms.ChoiceField() | forms.ModelChoiceField():
            return (_("Bitte wählen: %(label)s") if label.endswith("?") else _("Bitte wählen: %(label)s.")) % {
                "label": label
            }
    what = {str(name): str(said) for name, said in _ACCUSATIVE.items()}.get(label)
    if what is not None:
        return _("Bitte %(what)s eintragen.") % {"what": what}
    return _("Bitte eintragen: %(label)s.") % {"label": label}


def _unreadable(bound: BoundField, _params: dict[str, Any]) -> str:
    match bound.field:
        case AmountField():
            example = number_format(Decimal("8.40"), 2)
            return _("Das ist kein Betrag. Bitte zum Beispiel so eintragen: %(example)s") % {"example": example}
        case forms.DecimalField():
            example = number_format(Decimal("2.5"), 1)
            return _range(bound) or _("Bitte eine Zahl eintragen, zum Beispiel %(example)s.") % {"example": example}
        case forms.IntegerField():
            return _range(bound) or _("Bitte eine ganze Zahl eintragen.")
        case forms.DateTimeField():
            return _("Bitte Tag und Uhrzeit eintragen, das Jahr mit vier Ziffern.")
        case forms.DateField():
            return _("Bitte einen Tag eintragen, das Jahr mit vier Ziffern.")
    return ""


def _out_of_range(bound: BoundField, params: dict[str, Any]) -> str:
    if isinstance(bound.field, AmountField):
        least = bound.field.min_value
        if params["show_value"] < 0 and not least:
            return _("Ein Betrag unter 0 geht hier nicht.")
        return _("Der Betrag muss größer als 0 sein.")
    return _range(bound) or _("Bitte eine kleinere Zahl eintragen.")


def _range(bound: BoundField) -> str:
    least, most = getattr(bound.field, "min_value", None), getattr(bound.field, "max_value", None)
    bounds = {"least": least, "most": most}
    if least is not None and most is not None:
        return _("Bitte eine Zahl von %(least)s bis %(most)s eintragen.") % bounds
    if least is not None:
        return _("Bitte eine Zahl ab %(least)s eintragen.") % bounds
    return _("Bitte eine Zahl bis %(most)s eintragen.") % bounds if most is not None else ""


def _too_large(_bound: BoundField, _params: dict[str, Any]) -> str:
    return _("So groß kann der Betrag nicht sein.")


_OF_VALIDATORS = {"min_value", "max_value", "max_length", "max_digits", "max_whole_digits"}
# "" keeps Django's sentence.
_WORDS: dict[str, Callable[[BoundField, dict[str, Any]], str]] = {
    "required": _missing,
    "invalid": _unreadable,
    "min_value": _out_of_range,
    "max_value": _out_of_range,
    "max_digits": _too_large,
    "max_whole_digits": _too_large,
    "max_length": lambda _bound, params: (
        _("Höchstens %(limit)d Zeichen; hier stehen %(length)d.")
        % {"limit": params["limit_value"], "length": params["show_value"]}
    ),
}


def marks_required(bound: BoundField) -> bool:
    """Returns whether to mark a visible field as required.

    A choice with a selected option is not marked. No field is marked if `explains_required` returns False.
    """
    return _must_be_filled_in(bound) and not bound.is_hidden and explains_required(bound.form)


def explains_required(form: forms.BaseForm) -> bool:
    """Returns whether the form marks required fields: only if some of its visible fields are required, but not all.

    Checkboxes do not count, and a choice with a selected option counts as not required.
    """
    boxes = (forms.CheckboxInput, forms.CheckboxSelectMultiple)
    asked = {_must_be_filled_in(field) for field in form.visible_fields() if not isinstance(field.field.widget, boxes)}
    return len(asked) == 2


def _must_be_filled_in(bound: BoundField) -> bool:
    is_chosen = isinstance(bound.field, forms.ChoiceField) and bound.value() not in bound.field.empty_values
    return bound.field.required and not is_chosen
