"""Reads the data sent to the page: a record as text or file, and the step and the view to show."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.paths import RESOURCES
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.nul import NUL
from romme_turnier.web.replay.record_text import unseal

MOST_BYTES = 200_000
MOST_LINES = 2_000  # a game has a few hundred
LONGEST_LINE = 1_000  # a position with all cards has six hundred characters
SPECTATORS = "zuschauer"
_EXAMPLE = RESOURCES / "fixtures" / "example-game.romme"


class RecordForm(forms.Form):
    aufzeichnung = forms.CharField(
        label=gettext_lazy("Aufzeichnung"),
        help_text=gettext_lazy("Der Text einer Datei .romme: oben, wer wo sitzt, dann jede Handlung in einer Zeile."),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "none", "wrap": "off", "class": "record-text"}
        ),
    )
    datei = forms.FileField(
        label=gettext_lazy("oder Datei wählen"),
        help_text=gettext_lazy("Höchstens 200 kB. Gespeichert wird nichts."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".romme,.txt,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, file = cleaned.get("aufzeichnung", ""), cleaned.get("datei")
        size = file.size if file else len(text.encode())
        if file and size <= MOST_BYTES:
            try:
                text = file.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                text = NUL
        if fault := _fault(text, size):
            self.add_error("datei" if file or NUL in text else "aufzeichnung", fault)
        return {**cleaned, "text": text}


def _fault(text: str, size: int) -> str:
    """Returns the reason why a text of `size` bytes cannot be a record; "" if it can."""
    if size > MOST_BYTES:
        return _("Das sind mehr als 200 kB. Eine Aufzeichnung ist höchstens 200 kB groß.")
    if NUL in text:
        return _("Die Datei ist kein Text in UTF-8.")
    if not text.strip():
        return _("Fügen Sie eine Aufzeichnung ein, oder wählen Sie eine Datei.")
    lines = text.rstrip().split("\n")
    if len(lines) > MOST_LINES:
        return _("Das sind mehr als %(most)d Zeilen.") % {"most": MOST_LINES}
    long = next((number for number, line in enumerate(lines, start=1) if len(line) > LONGEST_LINE), None)
    if long is not None:
        return _("Zeile %(line)d ist länger als %(most)d Zeichen.") % {"line": long, "most": LONGEST_LINE}
    return ""


@dataclass(frozen=True, slots=True)
class Submission:
    """A record, the ``step`` to show, counted from 1, and the view: a ``seat``, ``spectators``, or all cards."""

    text: str
    step: int | None
    seat: int | None = None
    spectators: bool = False

    @property
    def shows_all(self) -> bool:
        return self.seat is None and not self.spectators


def read(request: HttpRequest) -> tuple[RecordForm, Submission | None]:
    """Returns the form and the submission, which is None if the form is invalid."""
    sent = request.POST.copy()
    text = request.POST.get("aufzeichnung", "")
    if "beispiel" in sent:
        text = _EXAMPLE.read_text("utf-8")
    elif "verwahrt" in sent and not request.FILES:
        text = unseal(request.POST["verwahrt"])
    sent["aufzeichnung"] = text.replace("\r\n", "\n")
    form = RecordForm(sent, request.FILES)
    if not form.is_valid():
        return form, None
    text = form.cleaned_data["text"].replace("\r\n", "\n")
    sent["aufzeichnung"] = text  # so that an uploaded text can be corrected on the page
    seen_by = request.POST.get("sicht", "")
    step = whole_number(request.POST.get("schritt", ""))
    return form, Submission(text, step, whole_number(seen_by), seen_by == SPECTATORS)
