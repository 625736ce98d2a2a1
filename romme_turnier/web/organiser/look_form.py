"""The form for colour and logo, which events and organisers share."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.shared.colours import WRITTEN


class LookForm(forms.Form):
    """The form for colour and logo. The cleaned `accent` is "" unless `own_colour` is ticked."""

    own_colour = forms.BooleanField(label=gettext_lazy("Eigene Farbe statt Grün"), required=False)
    accent = forms.CharField(
        label=gettext_lazy("Farbe"),
        required=False,
        max_length=7,
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text=gettext_lazy("Wo sie zum Lesen zu hell oder zu dunkel ist, wird sie so weit geändert wie nötig."),
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo des Clubs oder Verbands"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=gettext_lazy("PNG, JPEG oder WebP, höchstens 2 MB. Am besten mit durchsichtigem Grund."),
    )
    without_logo = forms.BooleanField(label=gettext_lazy("Logo entfernen"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("own_colour"):
            cleaned["accent"] = ""
        elif not WRITTEN.fullmatch(cleaned.get("accent", "").lower()):
            self.add_error("accent", _("Bitte schreiben Sie die Farbe wie #0a5636."))
        return cleaned
