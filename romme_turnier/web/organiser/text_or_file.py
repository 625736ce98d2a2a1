"""A list that is pasted or uploaded: the form that asks for it, and reading it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.tournament.shared.table_file import FileRefused, as_text

T = TypeVar("T")


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

    def read(self, of_text: Callable[[str], T], of_upload: Callable[[str, bytes], T]) -> tuple[T, str] | None:
        """Returns the list, and as text what was read, so that faults can be corrected in the page.

        None where nothing was sent, or nothing that can be read; the form then says why.
        """
        if not self.is_valid():
            return None
        file = self.cleaned_data["file"]
        try:
            if not file:
                text = self.cleaned_data["text"]
                return of_text(text), text
            content = file.read()
            return of_upload(file.name, content), as_text(file.name, content)
        except FileRefused as error:
            self.add_error("file" if file else "text", error.message)
            return None
