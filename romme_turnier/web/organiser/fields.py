"""Fields and forms that several pages share, including fields for one participant or several.

A field for participants accepts a start number, a scanned start card, or parts of name and club (`fitting` in
tournament/participants/finding.py). Browsers complete it from `forms/people.html`, which the page includes once.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.tables.moments import DayField
from romme_turnier.tournament.models import Event, FeeKind, Registration
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.finding import fitting
from romme_turnier.tournament.shared.list_files.table_file import BYTES_MAX, FileRefused, ListText, TooManyRows
from romme_turnier.web.acting import Attempt
from romme_turnier.web.fields import AmountField


def number_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", **attrs})


def number_field(label: StrOrPromise, least: int, most: int, *, size: int = 4, **options: Any) -> forms.IntegerField:
    """Returns a field for a whole number from `least` to `most`."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=number_input(size=size), **options)


def amount_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", **attrs})


def amount_field(label: StrOrPromise, *, widget: forms.TextInput | None = None, **options: Any) -> AmountField:
    """Returns an `AmountField` of the usual width, unless `widget` replaces its input."""
    return AmountField(label=label, widget=widget or amount_input(size=10), **options)


class StakeField(forms.CharField):
    """A field for an amount in German notation, with up to nine decimals; the cleaned value is a Decimal or None."""

    def prepare_value(self, value: Any) -> Any:
        return f"{value.normalize():f}".replace(".", ",") if isinstance(value, Decimal) else value

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value)).replace("€", "").replace(",", ".").strip()
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise forms.ValidationError(_("Bitte geben Sie einen Betrag an, zum Beispiel 0,001."))
        return Decimal(text)


class FeeField(forms.ModelChoiceField[FeeKind]):
    """A field for the kind of fee that a player pays. `usual` is the usual fee's label, which contains %(amount)s."""

    def __init__(self, event: Event, usual: str) -> None:
        self.currency = event.currency
        super().__init__(
            event.fee_kinds.all(),
            label=_("Welches Startgeld gilt?"),
            required=False,
            empty_label=usual % {"amount": amount(event.entry_fee, event.currency)},
        )

    def label_from_instance(self, fee: FeeKind) -> str:
        return f"{fee.name}: {amount(fee.amount, self.currency)}"


def date_field(label: StrOrPromise, **options: Any) -> DayField:
    """Returns an optional date field that uses the browser's calendar."""
    widget = forms.DateInput(attrs={"type": "date", "max": "9999-12-31"}, format="%Y-%m-%d")
    return DayField(label=label, required=False, widget=widget, **options)


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[object, str]]) -> None:
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def series_choices(numbers: Iterable[int]) -> list[tuple[int, str]]:
    return [(number, _("Serie %(number)d") % {"number": number}) for number in numbers]


def complain_once(form: forms.BaseForm, name: str, message: str) -> None:
    """Adds an error to a field, unless the field already has one."""
    if name not in form.errors:
        form.add_error(name, message)


def reason_field(help_text: StrOrPromise = "", *, required: bool = True, max_length: int = 200) -> forms.CharField:
    """Returns a form field for the reason for a step; the reason is stored with the step."""
    return forms.CharField(label=gettext_lazy("Grund"), help_text=help_text, required=required, max_length=max_length)


class ReasonForm(forms.Form):
    reason = reason_field()


_NAMED = 5  # if several participants match, the error lists at most this many
_LENGTH = 200


def label_of(registration: Registration) -> str:
    """Returns the number, if any, and name of a participant, as in "14 Petra Sommer"."""
    return f"{registration.number} {registration.name}" if registration.number else registration.name


class PersonField(forms.CharField):
    """A field for one participant; the cleaned value is the registration, or None for an empty field."""

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
    """A field for several participants, whose cleaned value is a list.

    Commas and semicolons separate the participants. If the text contains only numbers, spaces separate them, too.
    """

    def clean(self, value: Any) -> list[Registration]:
        text = str(forms.CharField.clean(self, value) or "").replace(";", ",")
        numbers = text.replace(",", " ").split()
        parts = numbers if all(number.isdecimal() for number in numbers) else text.split(",")
        return list(dict.fromkeys(self._one(part.strip()) for part in parts if part.strip()))


class TextOrFileForm(forms.Form):
    """A form for a list that is pasted or uploaded. Subclasses provide the wording for their kind of list."""

    text_label: StrOrPromise
    text_help: StrOrPromise = gettext_lazy(
        "Aus einer Tabelle kopiert, oder mit Semikolon oder Komma getrennt. Die erste Zeile nennt die Spalten."
    )
    both_words: StrOrPromise  # if both a text and a file are given
    neither_words: StrOrPromise
    too_long_words: StrOrPromise = ""  # advice for a list with too many rows

    text = forms.CharField(
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "wrap": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("oder Datei wählen"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods"}),
        help_text=gettext_lazy("CSV, XLSX oder ODS, höchstens 1 MB."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = self.text_label
        self.fields["text"].help_text = self.text_help

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, file = (cleaned.get("text") or "").strip(), cleaned.get("file")
        if not self.errors and bool(text) == bool(file):
            raise forms.ValidationError(str(self.both_words if text else self.neither_words))
        return cleaned

    def list_text(self, of_file: Callable[[str, bytes], ListText]) -> ListText | None:
        """Returns the pasted text, or the text that `of_file` reads from a file's name and content.

        Returns None if the form is invalid or the file is unreadable; the form then reports the reason.
        """
        if not self.is_valid():
            return None
        file = self.cleaned_data["file"]
        if not file:
            return ListText(self.cleaned_data["text"])
        try:
            return of_file(file.name, file.read(BYTES_MAX + 1))
        except FileRefused as error:
            self.refuse(error)
            return None

    def refuse(self, error: FileRefused) -> None:
        """Adds the error to the field that was filled in: the text or the file."""
        words = f"{error.message} {self.too_long_words}" if isinstance(error, TooManyRows) else error.message
        self.add_error("file" if self.cleaned_data["file"] else "text", words.strip())


def notes_of(written: ListText) -> list[str]:
    """Returns remarks on the file: a guessed encoding, and the sheets that were skipped."""
    notes = []
    if written.encoding:
        notes.append(_("Die Datei ist als „%(name)s“ gelesen. Stimmen die Umlaute?") % {"name": written.encoding})
    if written.unread:
        names = ", ".join(f"„{sheet.name}“" for sheet in written.unread)
        read = _("Gelesen ist das Blatt „%(name)s“.") % {"name": written.sheet}
        unread = _("Nicht gelesen: %(names)s.") % {"names": names}
        notes.append(f"{read} {unread}")
    return notes
