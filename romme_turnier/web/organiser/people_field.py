"""A field for one participant, and one for several, used by every page of the officials.

The text is read by `fitting` (tournament/participants/finding.py): a number, a scanned start card, or fragments of name
and club. Browsers complete it from `forms/people.html`, which the page includes once.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.participants.finding import fitting
from romme_turnier.web.acting import Attempt

_NAMED = 5  # most names listed if several match
_LENGTH = 200


def label_of(registration: Registration) -> str:
    """The field's text for a person: "14 Petra Sommer"."""
    return f"{registration.number} {registration.name}" if registration.number else registration.name


class PersonField(forms.CharField):
    """One person; the cleaned value is the registration, None for an empty field."""

    def __init__(self, people: Iterable[Registration] = (), **kwargs: Any) -> None:
        kwargs.setdefault("max_length", _LENGTH)
        kwargs.setdefault("help_text", gettext_lazy("Nummer, Name oder Startkarte."))
        super().__init__(**kwargs)
        self.people: Sequence[Registration] = list(people)
        self.widget.attrs |= {"list": "personen", "autocomplete": "off", "spellcheck": "false", "size": 32}

    def prepare_value(self, value: Any) -> Any:
        return label_of(value) if isinstance(value, Registration) else value

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value) or "").strip()
        return self._one(text) if text else None

    def _one(self, text: str) -> Registration:
        with Attempt() as attempt:
            matches = fitting(self.people, text)
        if attempt.error:
            raise forms.ValidationError(attempt.message)
        if len(matches) == 1:
            return matches[0]
        if not matches:
            raise forms.ValidationError(_("Auf „%(text)s“ passt hier niemand.") % {"text": text})
        named = ", ".join(label_of(person) for person in matches[:_NAMED])
        more = _(" und weitere") if len(matches) > _NAMED else ""
        raise forms.ValidationError(
            _("Auf „%(text)s“ passen mehrere: %(names)s%(more)s. Bitte schreiben Sie die Nummer.")
            % {"text": text, "names": named, "more": more}
        )


class PeopleField(PersonField):
    """Several persons, separated by commas, or numbers separated by blanks. The cleaned value is a list."""

    def clean(self, value: Any) -> list[Registration]:
        text = str(forms.CharField.clean(self, value) or "").replace(";", ",")
        numbers = text.replace(",", " ").split()
        parts = numbers if all(number.isdecimal() for number in numbers) else text.split(",")
        return list(dict.fromkeys(self._one(part.strip()) for part in parts if part.strip()))
