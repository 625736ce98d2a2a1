"""A pasted or uploaded list: its form, and reading it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.tournament.shared.list_files.table_file import BYTES_MAX, FileRefused, ListText


class TextOrFileForm(forms.Form):
    """Text from the clipboard, or a file. Subclasses give the words for the kind of list."""

    text_label: StrOrPromise
    text_help: StrOrPromise = gettext_lazy(
        "Aus einer Tabelle kopiert, oder mit Semikolon oder Komma getrennt. Die erste Zeile nennt die Spalten."
    )
    both_words: StrOrPromise  # when text and file are given
    neither_words: StrOrPromise

    text = forms.CharField(
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "wrap": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("oder Datei wählen"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=gettext_lazy("CSV oder XLSX, höchstens 1 MB."),
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
        """Returns the text of the paste or of the file, so that faults can be corrected in the page.

        None if it is missing or unreadable; the form then reports why.
        """
        if not self.is_valid():
            return None
        file = self.cleaned_data["file"]
        if not file:
            return ListText(self.cleaned_data["text"])
        try:
            return of_file(file.name, file.read(BYTES_MAX + 1))
        except FileRefused as error:
            self.add_error("file", error.message)
            return None

    def refuse(self, error: FileRefused) -> None:
        """Says what is wrong with the list at the field that it came by."""
        self.add_error("file" if self.cleaned_data["file"] else "text", error.message)


def notes_of(written: ListText) -> list[str]:
    """Returns what an official has to know about a file that was read: its encoding, and sheets that were not read."""
    notes = []
    if written.encoding:
        notes.append(_("Die Datei ist als „%(name)s“ gelesen. Stimmen die Umlaute?") % {"name": written.encoding})
    if written.unread:
        names = ", ".join(f"„{sheet.name}“" for sheet in written.unread)
        read = _("Gelesen ist das Blatt „%(name)s“.") % {"name": written.sheet}
        notes.append(f"{read} {_('Nicht gelesen: %(names)s.') % {'names': names}}")
    return notes
